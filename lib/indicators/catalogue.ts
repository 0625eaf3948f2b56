import { type ArgumentSpec, bars } from './argument-spec.ts';
import { BollingerBand } from './bollinger.ts';
import { CommodityChannel } from './cci.ts';
import { DirectionalMovement } from './directional-movement.ts';
import { Gravity } from './gravity.ts';
import type { CellIndicator, IndicatorState } from './indicator.ts';
import { Kdj } from './kdj.ts';
import { Macd } from './macd.ts';
import { ExponentialMovingAverage, MovingAverage, VolumeAverage } from './moving-averages.ts';
import { PercentChannel } from './percent-channel.ts';
import { Close, Constant, OnBalanceVolume, Volume } from './plain-values.ts';
import { RelativeStrength } from './rsi.ts';
import { SmiErgodic } from './smi.ts';
import { TdSetup } from './td-setup.ts';
import { AtrRange, AverageTrueRange, KeltnerChannel } from './true-range.ts';
import { halfDepth, Zigzag } from './zigzag.ts';

/** What an indicator's values can be drawn beside: the price, the volume, a count, or a pane of their own. */
export type IndicatorScale = 'price' | 'oscillator' | 'volume' | 'count';

export interface IndicatorSpec {
  readonly args: readonly ArgumentSpec[];
  readonly scale: IndicatorScale;
  /** Bars without a value before the first one (a zigzag may take longer: it waits for a first pivot). */
  warmUp(args: readonly number[]): number;
  create(args: readonly number[]): CellIndicator;
}

/** The argument at `index`; one that is missing is a bug of the caller, who has checked them. */
function at(args: readonly number[], index: number): number {
  const value = args[index];
  if (value === undefined) throw new RangeError(`Argument ${index} of an indicator is missing`);
  return value;
}

const MACD = [bars('fast', 12), bars('slow', 26)] as const;
const MACD_SIGNAL = [...MACD, bars('signal', 9)] as const;
const KDJ = [bars('period', 9), bars('k', 3), bars('d', 3)] as const;
const BOLLINGER = [
  bars('period', 20, 2, 100),
  { key: 'deviations', min: 1, max: 5, decimals: 2, default: 2 },
] as const satisfies readonly ArgumentSpec[];
const SMI = [bars('short', 5, 2), bars('long', 20, 2)] as const;
const PERCENT_CHANNEL = [
  bars('period', 20),
  { key: 'percent', min: 0.01, max: 100, decimals: 2, default: 2.5 },
] as const satisfies readonly ArgumentSpec[];
const ATR_RANGE = [
  bars('period', 14),
  { key: 'multiplier', min: 0.01, max: 100, decimals: 2, default: 1.5 },
] as const satisfies readonly ArgumentSpec[];
const KELTNER = [
  bars('period', 20),
  { key: 'multiplier', min: 0.01, max: 100, decimals: 2, default: 2 },
  bars('range', 10),
] as const satisfies readonly ArgumentSpec[];
const NUMBER_BOUND = 99_999_999;

const macdWarmUp = (args: readonly number[]): number => Math.max(at(args, 0), at(args, 1)) - 1;
const macdSignalWarmUp = (args: readonly number[]): number => macdWarmUp(args) + at(args, 2) - 1;
const lessOne = (args: readonly number[]): number => at(args, 0) - 1;
const period = (args: readonly number[]): number => at(args, 0);
const none = (): number => 0;
const smiWarmUp = (args: readonly number[]): number => at(args, 0) + at(args, 1) - 1;
const keltnerWarmUp = (args: readonly number[]): number => Math.max(at(args, 0) - 1, at(args, 2));

/**
 * THE table of indicators: bounds (E-166…E-175, H26, X24), textbook defaults (C-421, C-424), warm-up and code. The
 * ids are those of the screens; the wire writes some differently (`wireIndicatorName`). Definition and source of each
 * stand at its class.
 */
export const INDICATORS = {
  macd: {
    args: MACD,
    scale: 'oscillator',
    warmUp: macdWarmUp,
    create: (args) => new Macd('macd', at(args, 0), at(args, 1)),
  },
  'macd-signal': {
    args: MACD_SIGNAL,
    scale: 'oscillator',
    warmUp: macdSignalWarmUp,
    create: (args) => new Macd('signal', at(args, 0), at(args, 1), at(args, 2)),
  },
  'macd-histogram': {
    args: MACD_SIGNAL,
    scale: 'oscillator',
    warmUp: macdSignalWarmUp,
    create: (args) => new Macd('histogram', at(args, 0), at(args, 1), at(args, 2)),
  },
  ma: { args: [bars('period', 20)], scale: 'price', warmUp: lessOne, create: (args) => new MovingAverage(at(args, 0)) },
  ema: {
    args: [bars('period', 20)],
    scale: 'price',
    warmUp: lessOne,
    create: (args) => new ExponentialMovingAverage(at(args, 0)),
  },
  rsi: {
    args: [bars('period', 14)],
    scale: 'oscillator',
    warmUp: period,
    create: (args) => new RelativeStrength(at(args, 0)),
  },
  'kdj-k': {
    args: KDJ,
    scale: 'oscillator',
    warmUp: lessOne,
    create: (args) => new Kdj('k', at(args, 0), at(args, 1), at(args, 2)),
  },
  'kdj-d': {
    args: KDJ,
    scale: 'oscillator',
    warmUp: lessOne,
    create: (args) => new Kdj('d', at(args, 0), at(args, 1), at(args, 2)),
  },
  'kdj-j': {
    args: KDJ,
    scale: 'oscillator',
    warmUp: lessOne,
    create: (args) => new Kdj('j', at(args, 0), at(args, 1), at(args, 2)),
  },
  'boll-upper': {
    args: BOLLINGER,
    scale: 'price',
    warmUp: lessOne,
    create: (args) => new BollingerBand('upper', at(args, 0), at(args, 1)),
  },
  'boll-mid': {
    args: BOLLINGER,
    scale: 'price',
    warmUp: lessOne,
    create: (args) => new BollingerBand('mid', at(args, 0), at(args, 1)),
  },
  'boll-lower': {
    args: BOLLINGER,
    scale: 'price',
    warmUp: lessOne,
    create: (args) => new BollingerBand('lower', at(args, 0), at(args, 1)),
  },
  atr: {
    args: [bars('period', 14)],
    scale: 'oscillator',
    warmUp: period,
    create: (args) => new AverageTrueRange(at(args, 0)),
  },
  adx: {
    args: [bars('period', 14)],
    scale: 'oscillator',
    warmUp: (args) => 2 * at(args, 0) - 1,
    create: (args) => new DirectionalMovement('adx', at(args, 0)),
  },
  'plus-di': {
    args: [bars('period', 14)],
    scale: 'oscillator',
    warmUp: period,
    create: (args) => new DirectionalMovement('plus-di', at(args, 0)),
  },
  'minus-di': {
    args: [bars('period', 14)],
    scale: 'oscillator',
    warmUp: period,
    create: (args) => new DirectionalMovement('minus-di', at(args, 0)),
  },
  cci: {
    args: [bars('period', 20)],
    scale: 'oscillator',
    warmUp: lessOne,
    create: (args) => new CommodityChannel(at(args, 0)),
  },
  obv: { args: [], scale: 'volume', warmUp: none, create: () => new OnBalanceVolume() },
  volume: { args: [], scale: 'volume', warmUp: none, create: () => new Volume() },
  'volume-ma': {
    args: [bars('length', 20)],
    scale: 'volume',
    warmUp: lessOne,
    create: (args) => new VolumeAverage(at(args, 0)),
  },
  zigzag: {
    args: [bars('deviation', 5, 1, 100), bars('depth', 10, 2, 1000)],
    scale: 'price',
    warmUp: (args) => 2 * halfDepth(at(args, 1)),
    create: (args) => new Zigzag(at(args, 0), at(args, 1)),
  },
  smi: {
    args: SMI,
    scale: 'oscillator',
    warmUp: smiWarmUp,
    create: (args) => new SmiErgodic(at(args, 0), at(args, 1), null),
  },
  'smi-signal': {
    args: [...SMI, bars('signal', 5, 2, 100)],
    scale: 'oscillator',
    warmUp: (args) => smiWarmUp(args) + at(args, 2) - 1,
    create: (args) => new SmiErgodic(at(args, 0), at(args, 1), at(args, 2)),
  },
  'td-plus-nine': { args: [], scale: 'count', warmUp: () => 4, create: () => new TdSetup('plus') },
  'td-minus-nine': { args: [], scale: 'count', warmUp: () => 4, create: () => new TdSetup('minus') },
  'percent-channel-upper': {
    args: PERCENT_CHANNEL,
    scale: 'price',
    warmUp: lessOne,
    create: (args) => new PercentChannel(at(args, 0), at(args, 1)),
  },
  'percent-channel-lower': {
    args: PERCENT_CHANNEL,
    scale: 'price',
    warmUp: lessOne,
    create: (args) => new PercentChannel(at(args, 0), -at(args, 1)),
  },
  'atr-range-upper': {
    args: ATR_RANGE,
    scale: 'price',
    warmUp: (args) => at(args, 0) + 1,
    create: (args) => new AtrRange(at(args, 0), at(args, 1)),
  },
  'atr-range-lower': {
    args: ATR_RANGE,
    scale: 'price',
    warmUp: (args) => at(args, 0) + 1,
    create: (args) => new AtrRange(at(args, 0), -at(args, 1)),
  },
  gravity: {
    args: [bars('period', 10)],
    scale: 'oscillator',
    warmUp: lessOne,
    create: (args) => new Gravity('gravity', at(args, 0)),
  },
  'gravity-signal': {
    args: [bars('period', 10)],
    scale: 'oscillator',
    warmUp: period,
    create: (args) => new Gravity('signal', at(args, 0)),
  },
  'keltner-upper': {
    args: KELTNER,
    scale: 'price',
    warmUp: keltnerWarmUp,
    create: (args) => new KeltnerChannel(at(args, 0), at(args, 1), at(args, 2)),
  },
  'keltner-mid': {
    args: KELTNER,
    scale: 'price',
    warmUp: lessOne,
    create: (args) => new KeltnerChannel(at(args, 0), 0, at(args, 2)),
  },
  'keltner-lower': {
    args: KELTNER,
    scale: 'price',
    warmUp: keltnerWarmUp,
    create: (args) => new KeltnerChannel(at(args, 0), -at(args, 1), at(args, 2)),
  },
  close: { args: [], scale: 'price', warmUp: none, create: () => new Close() },
  number: {
    args: [{ key: 'value', min: -NUMBER_BOUND, max: NUMBER_BOUND, decimals: 6, default: 0 }],
    scale: 'oscillator',
    warmUp: none,
    create: (args) => new Constant(at(args, 0)),
  },
} as const satisfies Readonly<Record<string, IndicatorSpec>>;

export type IndicatorId = keyof typeof INDICATORS;

export const INDICATOR_IDS = Object.keys(INDICATORS) as readonly IndicatorId[];

/** What the condition editor offers, in its order (H26); the others serve the presets (H8). */
export const EDITOR_INDICATORS = [
  'macd',
  'macd-signal',
  'macd-histogram',
  'ma',
  'ema',
  'rsi',
  'kdj-k',
  'kdj-d',
  'kdj-j',
  'boll-upper',
  'boll-mid',
  'boll-lower',
  'atr',
  'adx',
  'cci',
  'obv',
  'volume',
  'volume-ma',
  'zigzag',
  'smi',
  'smi-signal',
  'td-plus-nine',
  'td-minus-nine',
  'close',
  'number',
] as const satisfies readonly IndicatorId[];

/**
 * What the documents write for single-indicator bots, literally (C-424, M-378…M-380, X24). Bollinger "5/20" is read as
 * an average of 5 closes against bands over 20 bars (lib/kinds/indicator/presets/boll.ts says why); the editor's own default
 * is 20 bars and 2 deviations.
 */
export const DOCUMENTED_DEFAULTS = { macd: [12, 26], 'double-ma': [5, 60], boll: [5, 20] } as const;

/** The entry of an indicator, seen without its own literal types. */
export function indicatorSpec(id: IndicatorId): IndicatorSpec {
  return INDICATORS[id];
}

export function createIndicator(id: IndicatorId, args: readonly number[]): CellIndicator {
  return indicatorSpec(id).create(args);
}

/** Goes on where `save` stopped, bit for bit. Throws when the state is not one of this indicator and arguments. */
export function restoreIndicator(id: IndicatorId, args: readonly number[], state: IndicatorState): CellIndicator {
  const indicator = indicatorSpec(id).create(args);
  indicator.load(state);
  return indicator;
}

export function defaultArgs(id: IndicatorId): number[] {
  return indicatorSpec(id).args.map((arg) => arg.default);
}
