import {
  type CandlestickData,
  CandlestickSeries,
  ColorType,
  CrosshairMode,
  createChart,
  createSeriesMarkers,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  PriceLineSource,
  type SeriesMarker,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { formatPrice } from '#lib/money/display.ts';
import { type ChartColours, readChartColours } from './chart-colours.ts';
import { GridLinesPrimitive, type PriceMark, type PriceRange } from './grid-lines-primitive.ts';

/** One candle for the canvas: seconds and floats; nothing here is money. */
export interface Bar {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** Something that happened at a time: the bar that holds it gets a mark. */
export interface ChartSignal {
  /** Seconds. */
  readonly time: number;
  readonly shape: 'up' | 'down' | 'dot' | 'square';
  readonly tone: 'rise' | 'fall' | 'text';
  readonly label?: string;
}

export interface ChartEvents {
  /** The bar under the crosshair, or null when it left. */
  onHover(bar: Omit<Bar, 'volume'> | null): void;
  /** The left edge comes into sight: older bars are wanted. */
  onNeedOlder(): void;
}

export interface ChartHandle {
  /** Replaces all bars. `isFresh`: another period or market, so the view goes to the newest bar. */
  setBars(bars: readonly Bar[], isFresh: boolean): void;
  /** The newest bar changed, or a new one began. */
  updateBar(bar: Bar): void;
  setMarks(marks: readonly PriceMark[]): void;
  /** Replaces the marks at bars; those outside the bars that are loaded wait for them. */
  setSignals(signals: readonly ChartSignal[]): void;
  /** Every loaded bar in sight. */
  showAll(): void;
  /** The bars of a time in sight, with some room around it; seconds. */
  showSpan(fromS: number, toS: number): void;
  /** Reads the theme's tokens again. */
  restyle(): void;
  destroy(): void;
}

const VISIBLE_BARS = 120;
/** Bars of a view that is chosen by time. */
const LEAST_BARS = 40;
/** Bars left of the view at which older ones are asked for. */
const OLDER_MARGIN = 30;

const SHAPES = { up: 'arrowUp', down: 'arrowDown', dot: 'circle', square: 'square' } as const;
/** More words than this would cover each other. */
const MOST_LABELS = 40;

/** The library brands its seconds. */
const stampOf = ({ time }: Bar) => time as UTCTimestamp;

/** The signals as marks of the bars that hold them, in their order; what comes before the first bar is left out. */
function markersOf(signals: readonly ChartSignal[], bars: readonly Bar[], colours: ChartColours): SeriesMarker<Time>[] {
  const markers: SeriesMarker<Time>[] = [];
  let at = 0;
  const isLabelled = signals.length <= MOST_LABELS;
  for (const { time, shape, tone, label } of signals.toSorted((a, b) => a.time - b.time)) {
    while (at + 1 < bars.length && (bars[at + 1] as Bar).time <= time) at += 1;
    const bar = bars[at];
    if (bar === undefined || bar.time > time) continue;
    markers.push({
      time: stampOf(bar),
      position: shape === 'up' || shape === 'dot' ? 'belowBar' : 'aboveBar',
      shape: SHAPES[shape],
      color: colours[tone],
      size: isLabelled ? 1 : 0.5,
      ...(label === undefined || !isLabelled ? {} : { text: label }),
    });
  }
  return markers;
}

const asCandle = (bar: Bar): CandlestickData => ({ ...bar, time: stampOf(bar) });

function chartOptions(colours: ChartColours) {
  return {
    layout: {
      background: { type: ColorType.Solid, color: colours.background },
      textColor: colours.text,
      fontSize: 11,
      fontFamily: 'Inter, "Segoe UI", Roboto, Arial, sans-serif',
      // The page carries the attribution and its link itself: the library's logo brings a style element that the policy refuses.
      attributionLogo: false,
    },
    grid: { vertLines: { color: `${colours.line}66` }, horzLines: { color: `${colours.line}66` } },
    crosshair: {
      mode: CrosshairMode.Normal,
      vertLine: { color: colours.crosshair, labelBackgroundColor: colours.label },
      horzLine: { color: colours.crosshair, labelBackgroundColor: colours.label },
    },
    rightPriceScale: { borderColor: colours.line, scaleMargins: { top: 0.08, bottom: 0.2 } },
    timeScale: { borderColor: colours.line, timeVisible: true, secondsVisible: false, rightOffset: 6 },
  } as const;
}

const candleColours = (colours: ChartColours) => ({
  upColor: colours.rise,
  downColor: colours.fall,
  wickUpColor: colours.rise,
  wickDownColor: colours.fall,
  borderVisible: false,
  priceLineColor: colours.crosshair,
});

/** Lowest and highest price of the bars between two logical indexes; null where there are none. */
function extremesOf(bars: readonly Bar[], from: number, to: number): PriceRange | null {
  let [minValue, maxValue] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = Math.max(0, Math.floor(from)); i <= Math.min(bars.length - 1, Math.ceil(to)); i += 1) {
    const { low, high } = bars[i] as Bar;
    if (low < minValue) minValue = low;
    if (high > maxValue) maxValue = high;
  }
  return minValue > maxValue ? null : { minValue, maxValue };
}

/** The chart with its two series and nothing in them: candles, and volumes below. */
function createEmptyChart(element: HTMLElement, priceDecimals: number, locale: string, colours: ChartColours) {
  // Grouped as everywhere beside the chart.
  const priceText = (price: number): string => formatPrice(price.toFixed(priceDecimals), priceDecimals, locale);
  const chart: IChartApi = createChart(element, { ...chartOptions(colours), autoSize: true, localization: { locale } });
  const candles = chart.addSeries(CandlestickSeries, {
    ...candleColours(colours),
    priceFormat: { type: 'custom', formatter: priceText, minMove: 10 ** -priceDecimals },
    // The label at the axis is the last price in sight: of a bot that has ended not today's, and the line belongs to it.
    priceLineSource: PriceLineSource.LastVisible,
  });
  const volumes = chart.addSeries(HistogramSeries, {
    priceFormat: { type: 'volume' },
    priceScaleId: 'volume',
    lastValueVisible: false,
    priceLineVisible: false,
  });
  chart.priceScale('volume').applyOptions({ scaleMargins: { top: 0.86, bottom: 0 } });
  return { chart, candles, volumes };
}

/** The marks of what happened in bars. `look`: bars and colours as they are by now. */
function signalsOn(
  candles: ISeriesApi<'Candlestick', Time>,
  look: () => { readonly bars: readonly Bar[]; readonly colours: ChartColours },
) {
  let signals: readonly ChartSignal[] = [];
  const markers = createSeriesMarkers<Time>(candles, []);
  const draw = (): void => {
    const { bars, colours } = look();
    markers.setMarkers(markersOf(signals, bars, colours));
  };
  return {
    set(next: readonly ChartSignal[]): void {
      signals = next;
      draw();
    },
    redraw(): void {
      if (signals.length > 0) draw();
    },
  };
}

/** Bars beside a time that is shown whole: a twentieth of it, and not so few that a short life is two fat candles. */
function spanOf(bars: readonly Bar[], fromS: number, toS: number): BarRange | null {
  const first = bars.findIndex(({ time }) => time >= fromS);
  const last = bars.findLastIndex(({ time }) => time <= toS);
  if (bars.length === 0) return null;
  const [from, to] = [first === -1 ? bars.length - 1 : first, last === -1 ? 0 : last];
  const room = Math.max((to - from) / 20, (LEAST_BARS - (to - from)) / 2, 2);
  return { from: from - room, to: to + room };
}

interface BarRange {
  readonly from: number;
  readonly to: number;
}

/** Brings bars into sight once there is room: a chart that waits behind another view has no width to show them in. */
function viewWithRoom(element: HTMLElement, chart: IChartApi) {
  let awaited: BarRange | null = null;
  const showAwaited = (): void => {
    if (awaited === null || element.clientWidth === 0) return;
    const range = awaited;
    awaited = null;
    chart.timeScale().setVisibleLogicalRange(range);
  };
  const room = new ResizeObserver(showAwaited);
  room.observe(element);
  return {
    show(range: BarRange): void {
      awaited = range;
      showAwaited();
    },
    forget(): void {
      awaited = null;
    },
    stop: (): void => room.disconnect(),
  };
}

/** Tells of the bar under the crosshair, and when older bars are wanted. */
function listen(
  chart: IChartApi,
  candles: ISeriesApi<'Candlestick', Time>,
  events: ChartEvents,
  hasBars: () => boolean,
): void {
  chart.subscribeCrosshairMove(({ time, seriesData }) => {
    const candle = seriesData.get(candles) as CandlestickData | undefined;
    events.onHover(time === undefined || candle === undefined ? null : { ...candle, time: Number(time) });
  });
  chart.timeScale().subscribeVisibleLogicalRangeChange((range) => {
    if (range !== null && hasBars() && range.from < OLDER_MARGIN) events.onNeedOlder();
  });
}

/** Puts the chart into an element. The only file that touches the chart library: it is loaded after first paint. */
export function mountChart(
  element: HTMLElement,
  priceDecimals: number,
  locale: string,
  events: ChartEvents,
): ChartHandle {
  // The chart's canvases have layers of their own: words over the chart are above all of them.
  element.style.isolation = 'isolate';
  let colours = readChartColours(element);
  const { chart, candles, volumes } = createEmptyChart(element, priceDecimals, locale, colours);
  let bars: readonly Bar[] = [];
  const lines = new GridLinesPrimitive(colours, (from, to) => extremesOf(bars, from, to));
  candles.attachPrimitive(lines);
  const signals = signalsOn(candles, () => ({ bars, colours }));
  const volumeOf = (bar: Bar) => ({
    time: stampOf(bar),
    value: bar.volume,
    color: `${bar.close >= bar.open ? colours.rise : colours.fall}55`,
  });
  listen(chart, candles, events, () => bars.length > 0);
  const view = viewWithRoom(element, chart);
  // Who drew on it may take that back when it is gone already.
  let isGone = false;
  return {
    setBars(next, isFresh) {
      bars = next;
      candles.setData(next.map(asCandle));
      volumes.setData(next.map(volumeOf));
      signals.redraw();
      if (isFresh) {
        chart.priceScale('right').applyOptions({ autoScale: true });
        view.show({ from: next.length - VISIBLE_BARS, to: next.length + 6 });
      }
    },
    updateBar(bar) {
      const last = bars.at(-1);
      if (last !== undefined && bar.time < last.time) return;
      const isNext = last?.time !== bar.time;
      bars = isNext ? [...bars, bar] : [...bars.slice(0, -1), bar];
      candles.update(asCandle(bar));
      volumes.update(volumeOf(bar));
      // What happened in it stood at the bar before until it was there.
      if (isNext) signals.redraw();
    },
    setMarks(marks) {
      if (!isGone) lines.setMarks(marks);
    },
    setSignals(next) {
      if (!isGone) signals.set(next);
    },
    showAll() {
      view.forget();
      chart.timeScale().fitContent();
    },
    showSpan(fromS, toS) {
      const range = spanOf(bars, fromS, toS);
      if (range !== null) view.show(range);
    },
    restyle() {
      colours = readChartColours(element);
      chart.applyOptions(chartOptions(colours));
      candles.applyOptions(candleColours(colours));
      lines.setColours(colours);
      signals.redraw();
      volumes.setData(bars.map(volumeOf));
    },
    destroy() {
      isGone = true;
      view.stop();
      chart.remove();
    },
  };
}
