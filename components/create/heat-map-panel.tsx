'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { Icon } from '#components/ui/icon.tsx';
import { useFigures } from '#lib/client/use-figures.ts';
import type { RunnableKind } from '#lib/engine/registry.ts';
import { HEAT_MAP_COUNTS, HEAT_MAP_WIDTHS, type HeatMapCell } from '#lib/engine/search/heat-map.ts';
import { choiceOf, type HeatMapView, presentCell, shadeOf } from './heat-map-choice.ts';
import { HeatMapTable } from './heat-map-table.tsx';
import type { PreviewWork } from './use-preview.ts';
import type { StrategyForm } from './use-strategy-form.ts';

/** The map is asked for when typing has paused this long: it costs two hundred replays. */
const PAUSE_MS = 250;

interface Props {
  readonly form: StrategyForm;
  readonly work: PreviewWork;
}

/** Values on which the map depends: everything but the range and the count that it varies. */
function mapValues({ values }: StrategyForm): string {
  const { low_price: _low, high_price: _high, grid_num: _count, ...rest } = values;
  return JSON.stringify(rest);
}

/** Asks for the map while the panel is open; the newest values win. Returns the cells of the newest map by place. */
function useHeatMap({ form, work }: Props, isOpen: boolean): ReadonlyMap<string, HeatMapCell> {
  const { definition, spec, context } = form;
  const { post, progress, map } = work;
  const lastId = useRef(0);
  const newest = useRef(form.values);
  newest.current = form.values;
  const key = mapValues(form);
  const isAskable = isOpen && progress.state === 'loaded' && (form.values.money ?? '') !== '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the values that the map depends on
  useEffect(() => {
    if (!isAskable) return;
    const timer = setTimeout(() => {
      lastId.current += 1;
      post({
        type: 'map',
        id: lastId.current,
        kind: definition.kind as RunnableKind,
        values: newest.current,
        spec,
        feeRate: context.feeRate,
        maxGrid: context.maxGrid,
      });
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isAskable, key, definition, spec, context.feeRate, context.maxGrid, post]);
  return useMemo(() => new Map(map.cells.map((cell) => [`${cell.widthIndex}-${cell.countIndex}`, cell])), [map]);
}

/**
 * Return over the replayed days by range width and number of grids: colours for the eye, the same numbers as a table for
 * the keyboard. The present choice is marked; a cell is taken by a click.
 */
export function HeatMapPanel(props: Props) {
  const { form, work } = props;
  const t = useTranslations('trade.heatMap');
  const [isOpen, setIsOpen] = useState(false);
  const [isTable, setIsTable] = useState(false);
  const id = useId();
  const cells = useHeatMap(props, isOpen);
  const { lastTicks } = form.context;
  const take = (cell: HeatMapCell): void => {
    if (lastTicks === null) return;
    for (const [field, value] of choiceOf(cell, form.spec, lastTicks)) form.change(field, value);
    setIsTable(false);
  };
  const present = presentCell(form.values, form.spec, lastTicks);
  const isEmpty = (form.values.money ?? '') === '';
  return (
    <div className="mt-2 border-t pt-1">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen((before) => !before)}
        className="flex min-h-11 w-full items-center justify-between text-xs text-ink-2 hover:text-ink-1 md:min-h-8"
      >
        {t('title')}
        <Icon name="chevronDown" size={14} className={isOpen ? 'rotate-180' : ''} />
      </button>
      <div id={id} hidden={!isOpen} data-heat-map={work.map.isDone ? 'done' : 'filling'}>
        {isOpen && isEmpty && <p className="py-6 text-center text-xs text-ink-3">{t('needsMoney')}</p>}
        {isOpen && !isEmpty && (
          <>
            <Grid cells={cells} all={work.map.cells} present={present} onTake={take} />
            <div className="mt-1 flex items-center justify-between gap-2">
              <p className="text-2xs text-ink-3">{t('note')}</p>
              <Button size="sm" tone="ghost" onClick={() => setIsTable(true)}>
                {t('table')}
              </Button>
            </div>
          </>
        )}
      </div>
      {isTable && <HeatMapTable cells={cells} present={present} onTake={take} onClose={() => setIsTable(false)} />}
    </div>
  );
}

function Grid({ cells, all, present, onTake }: HeatMapView & { readonly all: readonly HeatMapCell[] }) {
  const t = useTranslations('trade.heatMap');
  const figures = useFigures();
  const percent = (width: number): string => `${(width * 100).toFixed(width < 0.1 ? 1 : 0)}%`;
  return (
    // The table beside it says the same to the keyboard and to readers; this is for pointer and eye.
    <div aria-hidden className="select-none">
      <div className="grid grid-cols-20 gap-px">
        {HEAT_MAP_COUNTS.toReversed().map((count, row) =>
          HEAT_MAP_WIDTHS.map((width, widthIndex) => {
            const countIndex = HEAT_MAP_COUNTS.length - 1 - row;
            const cell = cells.get(`${widthIndex}-${countIndex}`);
            const rate = cell?.rate ?? null;
            const isPresent = present?.widthIndex === widthIndex && present.countIndex === countIndex;
            return (
              <button
                key={`${width}-${count}`}
                type="button"
                tabIndex={-1}
                disabled={rate === null}
                data-cell={rate === null ? undefined : rate}
                onClick={() => cell !== undefined && onTake(cell)}
                title={
                  rate === null
                    ? undefined
                    : t('cell', { width: percent(width), count, rate: figures.change(rate.toFixed(6)) })
                }
                className={classNames(
                  'relative h-4 rounded-[1px] bg-surface-2 disabled:cursor-default',
                  isPresent && 'z-10 outline-2 outline-(--accent)',
                )}
              >
                {rate !== null && (
                  <span
                    className={classNames('absolute inset-0 rounded-[1px]', rate >= 0 ? 'bg-rise' : 'bg-fall')}
                    style={{ opacity: 0.12 + 0.88 * shadeOf(rate, all) }}
                  />
                )}
              </button>
            );
          }),
        )}
      </div>
      <div className="mt-0.5 flex justify-between text-2xs text-ink-3">
        <span>{percent(HEAT_MAP_WIDTHS[0])}</span>
        <span>{t('width')}</span>
        <span>{percent(HEAT_MAP_WIDTHS[HEAT_MAP_WIDTHS.length - 1] ?? 0)}</span>
      </div>
    </div>
  );
}
