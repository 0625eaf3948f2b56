'use client';

import { useLocale, useTranslations } from 'next-intl';
import {
  type ComponentType,
  type Dispatch,
  type Ref,
  type RefObject,
  type SetStateAction,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTicker } from '#components/chart/use-ticker.ts';
import { classNames } from '#components/ui/class-names.ts';
import { StaleMark } from '#components/ui/stale-notice.tsx';
import { readStored, writeStored } from '#lib/client/browser-storage.ts';
import { useStalenessOf } from '#lib/client/live-lines.ts';
import type { InstrumentRow } from '#lib/client/market-rows.ts';
import { ChartLegend } from './chart-legend.tsx';
import { ChartMarks } from './chart-marks.tsx';
import type { ChartPart } from './chart-part.ts';
import { CHART_LINE, loadChart } from './load-chart.ts';
import type { Bar, ChartEvents, ChartHandle, mountChart as mountsChart } from './mount-chart.ts';
import { type ChartSpan, DEFAULT_PERIOD, isPeriod, PERIODS, type Period, periodOf, secondsOf } from './periods.ts';
import { type Bars, useBars } from './use-bars.ts';

const PERIOD_KEY = 'chart_period';

/** What draws on the chart of a market beside its candles, and may say something of it in the chart's corner. */
export type ChartDrawer = ComponentType<ChartPart & { readonly row: InstrumentRow }>;

/** The chart with its periods. The canvas is loaded after first paint and keeps the place's size until then. */
export function PriceChart({
  row,
  className,
  place,
  drawer = ChartMarks,
  span = null,
}: {
  readonly row: InstrumentRow;
  readonly className?: string;
  readonly place?: Ref<HTMLElement>;
  /** Absent: the form's lines and marks. */
  readonly drawer?: ChartDrawer;
  /** The time that it shows first, and again when asked; absent: the newest bars, in the period that was chosen last. */
  readonly span?: ChartSpan | null;
}) {
  const t = useTranslations('trade.chart');
  const { period, choose, turn, showSpan } = usePeriod(span);
  return (
    <section ref={place} aria-label={t('title')} className={classNames('panel flex min-h-0 flex-col', className)}>
      <div
        role="toolbar"
        aria-label={t('period')}
        className="flex h-11 items-center gap-0.5 overflow-x-auto border-b px-2 md:h-9"
      >
        {PERIODS.map(({ id }) => (
          <button
            key={id}
            type="button"
            aria-pressed={id === period}
            onClick={() => choose(id)}
            className={classNames(
              'min-h-11 rounded px-2 text-xs md:min-h-7 md:min-w-9',
              id === period ? 'bg-surface-3 text-ink-1' : 'text-ink-3 hover:text-ink-1',
            )}
          >
            {id}
          </button>
        ))}
        {span !== null && (
          <button
            type="button"
            onClick={showSpan}
            className="ms-2 min-h-11 rounded border px-2 text-xs whitespace-nowrap text-ink-2 hover:text-ink-1 md:min-h-7"
          >
            {t('wholeLife')}
          </button>
        )}
        <span className="ms-auto pe-1 ps-3 text-2xs text-ink-3">UTC</span>
      </div>
      <ChartBody
        key={`${row.type}-${row.market}`}
        row={row}
        period={period}
        drawer={drawer}
        span={span}
        spanTurn={turn}
      />
    </section>
  );
}

/** The period of the bars: what was chosen last in this session, or of a span the one that shows it whole. `turn` grows when that is wanted again. */
function usePeriod(span: ChartSpan | null) {
  const fitting = (): Period => (span === null ? DEFAULT_PERIOD : periodOf(span, Date.now() / 1000));
  const [period, setPeriod] = useState<Period>(fitting);
  const [turn, setTurn] = useState(0);
  const isOfSession = span === null;
  useEffect(() => {
    const stored = isOfSession ? readStored('session', PERIOD_KEY) : null;
    if (isPeriod(stored)) setPeriod(stored);
  }, [isOfSession]);
  return {
    period,
    turn,
    choose(id: Period): void {
      setPeriod(id);
      if (isOfSession) writeStored('session', PERIOD_KEY, id);
    },
    showSpan(): void {
      setPeriod(fitting());
      setTurn((times) => times + 1);
    },
  };
}

/** Resolves when the browser has painted and has nothing more urgent to do. */
function afterFirstPaint(run: () => void): () => void {
  let isCancelled = false;
  const start = (): void => {
    if (!isCancelled) run();
  };
  requestAnimationFrame(() => setTimeout(start, 0));
  return () => {
    isCancelled = true;
  };
}

/** The library of the chart, when it is there: it is asked for after the first paint, while the candles are on their way, until it comes. */
function useChartLibrary(): typeof mountsChart | null {
  const [library, setLibrary] = useState<{ readonly mountChart: typeof mountsChart } | null>(null);
  useEffect(() => afterFirstPaint(() => void loadChart().then(setLibrary)), []);
  return library?.mountChart ?? null;
}

/** The canvas for these decimals and language; null until there is something to draw, or it is known that there is nothing. */
function useCanvas(
  element: RefObject<HTMLDivElement | null>,
  decimals: number,
  isKnown: boolean,
  onHover: ChartEvents['onHover'],
  older: RefObject<() => void>,
): ChartHandle | null {
  const language = useLocale();
  const mountChart = useChartLibrary();
  const [mounted, setMounted] = useState<{ handle: ChartHandle; decimals: number; language: string } | null>(null);
  const isReady = isKnown || mounted !== null;
  useLayoutEffect(() => {
    if (mountChart === null || element.current === null || !isReady) return;
    const handle = mountChart(element.current, decimals, language, { onHover, onNeedOlder: () => older.current() });
    setMounted({ handle, decimals, language });
    return () => {
      setMounted(null);
      handle.destroy();
    };
  }, [element, mountChart, isReady, decimals, language, onHover, older]);
  // Not until the next frame: the effects of this one would still call a canvas that is replaced in it.
  return mounted?.decimals === decimals && mounted.language === language ? mounted.handle : null;
}

interface BodyProps {
  readonly row: InstrumentRow;
  readonly period: Period;
  readonly drawer: ChartDrawer;
  readonly span: ChartSpan | null;
  readonly spanTurn: number;
}

function ChartBody({ row, period, drawer: Drawer, span, spanTurn }: BodyProps) {
  const t = useTranslations('trade.chart');
  const common = useTranslations('common.state');
  const [shown, setShown] = useState<ShownBars>(NOTHING_SHOWN);
  const element = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState<Omit<Bar, 'volume'> | null>(null);
  const older = useRef(shown.loadOlder);
  older.current = shown.loadOlder;
  const decimals = row.price_decimals;
  const libraryIsLate = useStalenessOf(CHART_LINE);
  const handle = useCanvas(element, decimals, shown.state !== 'loading', setHovered, older);
  useRestyling(handle);
  const { state, staleness } = shown;
  return (
    <div className="relative min-h-0 flex-1">
      <PeriodBars
        key={period}
        row={row}
        period={period}
        handle={handle}
        span={span}
        spanTurn={spanTurn}
        onShown={setShown}
      />
      <div
        ref={element}
        dir="ltr"
        role="img"
        aria-label={t('canvas', { market: row.market.replace('_', '/'), period })}
        data-testid="price-chart"
        className="absolute inset-0"
      />
      <Attribution />
      {(handle === null || (shown.told === undefined && state === 'loading')) && (
        <div aria-busy className="absolute inset-0 flex items-center justify-center bg-surface-1 text-xs text-ink-3">
          {libraryIsLate === null ? common('loading') : <StaleMark staleness={libraryIsLate} />}
        </div>
      )}
      {state === 'ready' && handle !== null && shown.told === undefined && (
        <p className="pointer-events-none absolute inset-0 flex items-center justify-center px-4 text-center text-xs text-ink-3">
          {t('empty')}
        </p>
      )}
      {state === 'not-offered' && (
        <p className="absolute inset-0 flex items-center justify-center bg-surface-1 px-4 text-center text-xs text-ink-3">
          {t('notOffered')}
        </p>
      )}
      {/* Ends where the axis of prices begins, at most: what is longer goes on in a line of its own and not over the prices. */}
      <div className="pointer-events-none absolute top-2 right-18 left-2 z-10 flex flex-col items-start gap-1 [&>*]:pointer-events-auto">
        <ChartLegend bar={shown.told && (hovered ?? shown.told)} decimals={decimals} />
        {handle !== null && (
          <Drawer
            handle={handle}
            priceDecimals={decimals}
            barSeconds={secondsOf(period)}
            sinceS={shown.oldest?.time}
            row={row}
          />
        )}
        <OldBars state={state} staleness={staleness} />
      </div>
    </div>
  );
}

function Attribution() {
  const t = useTranslations('trade.chart');
  return (
    <a
      href="https://www.tradingview.com/"
      target="_blank"
      rel="noreferrer"
      className="absolute bottom-8 left-2 z-10 text-2xs text-ink-3 hover:text-ink-1"
    >
      {t('attribution')}
    </a>
  );
}

/** That what is drawn is old, or that nothing came. */
function OldBars({ state, staleness }: Pick<ShownBars, 'state' | 'staleness'>) {
  const common = useTranslations('common.state');
  if (state !== 'failed' && state !== 'stale') return null;
  return (
    <p role="status" className="rounded bg-warn-soft px-2 text-2xs text-warn">
      {state === 'failed' ? common('failedRetrying') : <StaleMark staleness={staleness} />}
    </p>
  );
}

interface ShownBars {
  /** What is told while the pointer is at none: the newest, or the last of a span that is over. */
  readonly told: Bar | undefined;
  readonly oldest: Bar | undefined;
  readonly state: Bars['state'];
  readonly staleness: Bars['staleness'];
  readonly loadOlder: () => void;
}
const NOTHING_SHOWN: ShownBars = {
  told: undefined,
  oldest: undefined,
  state: 'loading',
  staleness: null,
  loadOlder: () => undefined,
};

/**
 * The bars of one period on the canvas. What was drawn before stays while they are on their way, so that a change of
 * period is not blank; once it is known that there are none, or that they did not come, nothing of another period stands under this one's name.
 */
function PeriodBars({
  row,
  period,
  handle,
  span,
  spanTurn,
  onShown,
}: Omit<BodyProps, 'drawer'> & {
  readonly handle: ChartHandle | null;
  readonly onShown: Dispatch<SetStateAction<ShownBars>>;
}) {
  const { bars, revision, state, staleness, loadOlder } = useBars(row, period, span);
  const isComing = state === 'loading';
  useDrawnBars(handle, bars, revision, isComing);
  const newest = bars.at(-1);
  const [oldest] = bars;
  const endS = span?.toS ?? null;
  const told = (endS === null ? undefined : bars.findLast(({ time }) => time <= endS)) ?? newest;
  // What has ended has no last price.
  useLivePrice(span?.toS === undefined || span.toS === null ? handle : null, row, newest);
  useShownSpan(handle, span, spanTurn, bars.length > 0);
  useEffect(() => {
    onShown((before) => ({
      told: told ?? (isComing ? before.told : undefined),
      oldest: oldest ?? (isComing ? before.oldest : undefined),
      state,
      staleness,
      loadOlder,
    }));
  }, [onShown, told, oldest, isComing, state, staleness, loadOlder]);
  return null;
}

/** Whole pages replace what is drawn; between pages only the newest bar is handed over. */
function useDrawnBars(handle: ChartHandle | null, bars: readonly Bar[], revision: number, isComing: boolean): void {
  const drawn = useRef<{ readonly handle: ChartHandle; readonly revision: number } | null>(null);
  // With the handle itself: the first frame has the bars, and is not drawn twice.
  useLayoutEffect(() => {
    if (handle === null) return;
    const isFresh = drawn.current?.handle !== handle;
    if (bars.length === 0) {
      if (isFresh && !isComing) handle.setBars([], true);
      return;
    }
    if (isFresh || drawn.current?.revision !== revision) {
      handle.setBars(bars, isFresh);
      drawn.current = { handle, revision };
      return;
    }
    for (const bar of bars.slice(-2)) handle.updateBar(bar);
  }, [handle, bars, revision, isComing]);
}

/** Brings a span into sight when its bars are there, and whenever it is asked for again. */
function useShownSpan(handle: ChartHandle | null, span: ChartSpan | null, turn: number, hasBars: boolean): void {
  const from = span?.fromS;
  const to = span?.toS ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn asks for it again
  useEffect(() => {
    if (handle !== null && hasBars && from !== undefined) handle.showSpan(from, to ?? Number.POSITIVE_INFINITY);
  }, [handle, hasBars, from, to, turn]);
}

/** Between two reads of candles the last price moves the running one. */
function useLivePrice(handle: ChartHandle | null, row: InstrumentRow, newest: Bar | undefined): void {
  const { ticker } = useTicker(row);
  const last = Number(ticker?.last);
  useEffect(() => {
    if (handle === null || newest === undefined || !Number.isFinite(last)) return;
    handle.updateBar({
      ...newest,
      high: Math.max(newest.high, last),
      low: Math.min(newest.low, last),
      close: last,
    });
  }, [handle, newest, last]);
}

function useRestyling(handle: ChartHandle | null): void {
  useEffect(() => {
    if (handle === null) return;
    const restyle = (): void => handle.restyle();
    window.addEventListener('appearance', restyle);
    return () => window.removeEventListener('appearance', restyle);
  }, [handle]);
}
