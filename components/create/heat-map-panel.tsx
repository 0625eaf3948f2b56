'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { StrategyForm } from '#components/form/use-strategy-form.ts';
import { Button } from '#components/ui/button.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { Icon } from '#components/ui/icon.tsx';
import { HEAT_MAP_COUNTS, HEAT_MAP_WIDTHS, type HeatMapCell } from '#lib/backtest/search/heat-map-scale.ts';
import { useFigures } from '#lib/client/use-figures.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { choiceOf, type HeatMapView, presentCell, shadeOf } from './heat-map-choice.ts';
import { HeatMapTable } from './heat-map-table.tsx';
import type { PreviewWork } from './use-preview.ts';

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
  // The newest price, without asking for a new map at each of its moves.
  const newestPrice = useRef(context.lastTicks);
  newestPrice.current = context.lastTicks;
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
        kind: definition.kind,
        values: newest.current,
        spec,
        feeRate: context.feeRate,
        maxGrid: context.maxGrid,
        lastTicks: newestPrice.current,
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
  const asset = form.definition.investmentAsset(form.values, form.spec);
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
            <Grid cells={cells} all={work.map.cells} present={present} asset={asset} onTake={take} />
            <div className="mt-1 flex items-center justify-between gap-2">
              <p className="text-2xs text-ink-3">
                {t('note')}
                {work.map.cells.some(({ needs }) => needs !== null) && (
                  <span className="block">
                    <span aria-hidden className="hatched me-1 inline-block size-2.5 rounded-[1px] bg-surface-2" />
                    {t('tooLittle')}
                  </span>
                )}
              </p>
              <Button size="sm" tone="ghost" onClick={() => setIsTable(true)}>
                {t('table')}
              </Button>
            </div>
          </>
        )}
      </div>
      {isTable && (
        <HeatMapTable cells={cells} present={present} asset={asset} onTake={take} onClose={() => setIsTable(false)} />
      )}
    </div>
  );
}

/** A loss is told from a gain by its shape too: its cell is not filled to the edge. */
const GAIN = 'inset-0 bg-rise';
const LOSS = 'inset-[3px] bg-fall';

/** The best and the worst of the map, each with its mark. */
function Legend({ cells }: { readonly cells: readonly HeatMapCell[] }) {
  const figures = useFigures();
  const rates = cells.flatMap(({ rate }) => (rate === null ? [] : [rate]));
  if (rates.length === 0) return null;
  return (
    <span className="flex gap-3">
      {[Math.min(...rates), Math.max(...rates)].map((rate, index) => (
        <span key={index === 0 ? 'least' : 'most'} className="flex items-center gap-1">
          <span className="relative size-3.5 rounded-[1px] bg-surface-2">
            <span
              className={classNames('absolute rounded-[1px]', rate >= 0 ? GAIN : LOSS)}
              style={{ opacity: opacityOf(rate, cells) }}
            />
          </span>
          {figures.change(rate.toFixed(6))}
        </span>
      ))}
    </span>
  );
}

function opacityOf(rate: number, cells: readonly HeatMapCell[]): number {
  return 0.12 + 0.88 * shadeOf(rate, cells);
}

function Grid({ cells, all, present, asset, onTake }: HeatMapView & { readonly all: readonly HeatMapCell[] }) {
  const t = useTranslations('trade.heatMap');
  const figures = useFigures();
  const percent = (width: number): string => figures.percentOf(width * 100, width < 0.1 ? 1 : 0);
  const titleOf = (cell: HeatMapCell | undefined): string | undefined => {
    if (cell === undefined) return undefined;
    const place = { width: percent(cell.width), count: cell.gridCount };
    if (cell.needs !== null) {
      return t('needs', { ...place, amount: `${figures.balance(formatAmount(cell.needs))} ${asset}` });
    }
    return cell.rate === null ? undefined : t('cell', { ...place, rate: figures.change(cell.rate.toFixed(6)) });
  };
  return (
    // The table beside it says the same to the keyboard and to readers; this is for pointer and eye.
    <div dir="ltr" aria-hidden className="select-none text-2xs text-ink-3">
      <p className="mb-1 flex items-center justify-between gap-3">
        <span dir="auto">{t('count')}</span>
        <Legend cells={all} />
      </p>
      <div className="grid grid-cols-[auto_repeat(20,minmax(0,1fr))] gap-px">
        {HEAT_MAP_COUNTS.toReversed().map((count, row) => [
          <span key={count} className="pe-1.5 text-end leading-4">
            {count}
          </span>,
          ...HEAT_MAP_WIDTHS.map((width, widthIndex) => {
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
                data-needs={cell?.needs == null ? undefined : formatAmount(cell.needs)}
                onClick={() => cell !== undefined && onTake(cell)}
                title={titleOf(cell)}
                className={classNames(
                  'relative h-4 rounded-[1px] bg-surface-2 disabled:cursor-default',
                  cell?.needs != null && 'hatched',
                  isPresent && 'z-10 outline-2 outline-(--accent)',
                )}
              >
                {rate !== null && (
                  <span
                    className={classNames('absolute rounded-[1px]', rate >= 0 ? GAIN : LOSS)}
                    style={{ opacity: opacityOf(rate, all) }}
                  />
                )}
              </button>
            );
          }),
        ])}
      </div>
      <div className="mt-0.5 flex justify-between ps-7">
        <span>{percent(HEAT_MAP_WIDTHS[0])}</span>
        <span dir="auto">{t('width')}</span>
        <span>{percent(HEAT_MAP_WIDTHS[HEAT_MAP_WIDTHS.length - 1] ?? 0)}</span>
      </div>
    </div>
  );
}
