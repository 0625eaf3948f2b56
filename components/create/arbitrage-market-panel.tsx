'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { FigureName } from '#components/bots/figures/figure-name.tsx';
import { FieldHint } from '#components/form/field-hint.tsx';
import { notesOf } from '#components/form/field-notes.ts';
import { fieldId } from '#components/form/form-field-id.ts';
import type { FormPanelProps } from '#components/form/form-panel-props.ts';
import { useIssueText } from '#components/form/use-issue-text.ts';
import { type ArbitragePair, useArbitragePairs } from '#components/form/use-several-markets.ts';
import { classNames } from '#components/ui/class-names.ts';
import { CoinMark } from '#components/ui/coin-mark.tsx';
import { countdown } from '#components/ui/countdown.ts';
import { Field } from '#components/ui/field.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import { useNowSeconds } from '#components/ui/use-now-seconds.ts';
import { useDebounced } from '#lib/client/use-debounced.ts';
import { useFigures } from '#lib/client/use-figures.ts';
import { ARBITRAGE_LEVERAGES } from '#lib/kinds/arbitrage/definition/values.ts';
import { annualRateOf, matchingPairs } from './arbitrage-list.ts';
import { ARBITRAGE_MARKET } from './use-kind-spec.ts';

/** C-178. */
export const SEARCH_DEBOUNCE_MS = 300;
/** E-338. */
export const ROW_HEIGHT = 33;
const ROWS_IN_SIGHT = 8;
const COLUMNS = 'grid grid-cols-[minmax(0,1fr)_72px_64px_68px] items-center gap-2 px-2 text-xs';

/** Asks for the funding anew once the next settlement of a pair has passed (C-061). */
function useSettlementRefresh(pairs: readonly ArbitragePair[] | undefined, now: number | null, refresh: () => void) {
  const asked = useRef(0);
  useEffect(() => {
    const next = Math.min(...(pairs ?? []).map((pair) => pair.funding_next_apply).filter((at) => at > 0));
    // One question a settlement: the answer names the one after it.
    if (now === null || !Number.isFinite(next) || now < next || asked.current === next) return;
    asked.current = next;
    refresh();
  }, [pairs, now, refresh]);
}

/** The market of an arbitrage: what it pays and when, and the list of the others (C-059…C-062, E-358). */
export function ArbitrageMarketPanel({ form }: FormPanelProps) {
  const t = useTranslations('trade.arbitrage');
  const say = useIssueText();
  const [isOpen, setIsOpen] = useState(false);
  const { pairs, hasFailed, refresh } = useArbitragePairs(true);
  const now = useNowSeconds();
  useSettlementRefresh(pairs, now, refresh);
  const { spec, values, issues, refused } = form;
  const own = pairs?.find(({ pair }) => pair === spec.market);
  const { error } = notesOf(ARBITRAGE_MARKET, issues, refused, say);
  return (
    <div className="flex flex-col gap-1">
      <span className="inline-flex items-center gap-1.5 text-xs text-ink-2">
        {t('market')}
        <FieldHint form={form} label="arbitrage_market" />
      </span>
      <div className={classNames('rounded-md border', error !== undefined && 'border-danger')}>
        <button
          id={fieldId(ARBITRAGE_MARKET)}
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen((before) => !before)}
          className="flex min-h-11 w-full items-center gap-2 rounded-md bg-surface-2 px-3 text-sm md:min-h-9"
        >
          <CoinMark coin={spec.base} size={18} />
          {spec.base}
          <span className="-ms-2 text-ink-3">/{spec.quote}</span>
          <Icon name="chevronDown" size={14} className={classNames('ms-auto text-ink-3', isOpen && 'rotate-180')} />
          <span className="sr-only">{t('choose')}</span>
        </button>
        {!isOpen && <Funding pair={own} leverage={Number(values.leverage) || 1} now={now} />}
        {isOpen && (
          <PairPicker
            pairs={pairs}
            hasFailed={hasFailed}
            present={spec.market}
            leverage={values.leverage ?? '1'}
            now={now}
            onChoose={(pair) => {
              form.change(ARBITRAGE_MARKET, pair);
              setIsOpen(false);
            }}
          />
        )}
      </div>
      {error !== undefined && (
        <p role="alert" className="text-xs text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

function left(pair: ArbitragePair | undefined, now: number | null): string {
  return now === null || pair === undefined || pair.funding_next_apply === 0
    ? '--'
    : countdown(pair.funding_next_apply - now);
}

/** What the chosen market pays next, and when. */
function Funding({
  pair,
  leverage,
  now,
}: {
  readonly pair: ArbitragePair | undefined;
  readonly leverage: number;
  readonly now: number | null;
}) {
  const t = useTranslations('trade.arbitrage');
  const figures = useFigures();
  const annual = pair === undefined ? '' : annualRateOf(pair, leverage);
  const rate = pair?.funding_rate ?? '';
  return (
    <dl className="grid grid-cols-3 gap-2 px-3 py-2 text-xs">
      {(
        [
          {
            id: 'funding',
            figure: 'funding_rate',
            value: <TrendText value={rate || '0'} text={figures.percent(rate, 4)} />,
          },
          {
            id: 'annual',
            figure: 'reference_rate',
            value: <TrendText value={annual || '0'} text={figures.change(annual)} />,
          },
          { id: 'next', figure: null, value: <span role="timer">{left(pair, now)}</span> },
        ] as const
      ).map(({ id, figure, value }) => (
        <div key={id} className="min-w-0">
          <dt className="truncate text-2xs text-ink-3">
            <FigureName figure={figure} kind="spot-future-arbitrage">
              {t(id)}
            </FigureName>
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface PickerProps {
  readonly pairs: readonly ArbitragePair[] | undefined;
  readonly hasFailed: boolean;
  readonly present: string;
  readonly leverage: string;
  readonly now: number | null;
  readonly onChoose: (pair: string) => void;
}

function PairPicker({ pairs, hasFailed, present, leverage: own, now, onChoose }: PickerProps) {
  const t = useTranslations('trade.arbitrage');
  const common = useTranslations('common.state');
  const [search, setSearch] = useState('');
  const [leverage, setLeverage] = useState(own);
  const wanted = useDebounced(search, SEARCH_DEBOUNCE_MS);
  const found = pairs === undefined ? undefined : matchingPairs(pairs, wanted, Number(leverage));
  return (
    <div className="flex flex-col gap-2 p-2">
      <Field label={t('search')} isLabelHidden placeholder={t('search')} value={search} onChange={setSearch} />
      <Segmented
        name="arbitrage-leverage-filter"
        label={t('filter')}
        value={leverage}
        onChange={setLeverage}
        options={ARBITRAGE_LEVERAGES.map((value) => ({ value, label: `${value}X` }))}
      />
      <div className={classNames(COLUMNS, 'text-2xs text-ink-3')} aria-hidden>
        <span>{t('market')}</span>
        <span className="text-end">{t('funding')}</span>
        <span className="text-end">{t('annual')}</span>
        <span className="text-end">{t('next')}</span>
      </div>
      {found === undefined && !hasFailed && <Skeleton className="h-40 w-full" />}
      {found === undefined && hasFailed && <p className="py-4 text-center text-xs text-ink-3">{common('error')}</p>}
      {found?.length === 0 && <p className="py-4 text-center text-xs text-ink-3">{t('none')}</p>}
      {found !== undefined && found.length > 0 && (
        <PairList pairs={found} present={present} leverage={Number(leverage)} now={now} onChoose={onChoose} />
      )}
    </div>
  );
}

/** Only the rows in sight exist (E-338): the exchange may list hundreds. */
function PairList({
  pairs,
  present,
  leverage,
  now,
  onChoose,
}: Pick<PickerProps, 'present' | 'now' | 'onChoose'> & {
  readonly pairs: readonly ArbitragePair[];
  readonly leverage: number;
}) {
  const t = useTranslations('trade.arbitrage');
  const figures = useFigures();
  const scroller = useRef<HTMLDivElement>(null);
  const height = Math.min(pairs.length, ROWS_IN_SIGHT) * ROW_HEIGHT;
  const rows = useVirtualizer({
    count: pairs.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 4,
    initialRect: { width: 0, height },
  });
  return (
    <div ref={scroller} className="overflow-y-auto overscroll-contain" style={{ height }}>
      <ul aria-label={t('list')} className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const pair = pairs[index];
          if (pair === undefined) return null;
          const annual = annualRateOf(pair, leverage);
          const [base = '', quote = ''] = pair.pair.split('_');
          return (
            <li key={pair.pair} className="absolute inset-x-0 top-0" style={{ transform: `translateY(${start}px)` }}>
              <button
                type="button"
                aria-current={pair.pair === present ? 'true' : undefined}
                onClick={() => onChoose(pair.pair)}
                style={{ height: ROW_HEIGHT }}
                className={classNames(
                  COLUMNS,
                  'w-full rounded hover:bg-surface-2',
                  pair.pair === present && 'bg-surface-2',
                )}
              >
                <span className="flex min-w-0 items-center gap-1.5">
                  <CoinMark coin={base} size={14} />
                  <span className="truncate">
                    {base}
                    <span className="sr-only">/{quote}</span>
                  </span>
                </span>
                <span className="text-end">
                  <TrendText value={pair.funding_rate || '0'} text={figures.percent(pair.funding_rate, 4)} />
                </span>
                <span className="text-end">
                  <TrendText value={annual || '0'} text={figures.change(annual)} />
                </span>
                <span className="text-end text-ink-2">{left(pair, now)}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
