/**
 * What a strategy kind is, as data. One definition per kind feeds the form renderer, the payload, the checks
 * (browser and exchange run the same `check`), the chart lines, the tables and the detail view. Its engine is in
 * lib/kinds, under the same key, so that forms do not bundle it.
 */

import type { BotParams, StrategyRow } from '../contract/strategy.ts';
import type { StrategyType } from '../contract/vocabulary.ts';
import type { FeeRateE8, MarketSpec } from '../money/market-spec.ts';
import type { AiSearch } from './ai/ai-search.ts';

/** Form values as the trader typed them: text, '' = not set. Percent fields hold percent ("2" is 2 %). */
export type FormValues = Readonly<Record<string, string>>;

/** Form values or a payload: '1' invests base where a kind takes it (X11). */
export interface SaysAsset {
  /** What payloads of all kinds have, so that any of them may be asked. */
  readonly strategy_type?: string;
  readonly is_use_base?: string;
}

/** Least and most leverage, both included. */
export interface LeverageLimits {
  readonly min: number;
  readonly max: number;
  /** What a form begins with (C-288, C-289); absent: 2. Never above the most. */
  readonly standard?: number;
  /** The most is only what holds until the exchange names another (C-290); else its own terms can but narrow it. */
  readonly isDefault?: boolean;
}

/**
 * A finding about a value. The sentence lives in messages/{lang}/issues.json under `code` (dots nest); `values` fill
 * its blanks as they are – `label` is a field name, which the message itself turns into words of its language.
 */
export interface Issue {
  /** Form field it belongs to. */
  readonly field: string;
  readonly code: string;
  readonly values?: Readonly<Record<string, string>>;
  /** Errors block; warnings inform. */
  readonly severity: 'error' | 'warning';
  /** Where the form says it. */
  readonly place: 'field' | 'toast';
}

/** What a check may look at besides the values. Null = not known (yet); a check never fails on the unknown. */
export interface CheckContext {
  readonly spec: MarketSpec;
  readonly lastTicks: number | null;
  readonly maxGrid: number;
  /** Effective taker fee of this market and kind. */
  readonly feeRate: FeeRateE8;
  /** Minimum investment in the investment asset, units. */
  readonly minAmount: bigint | null;
  /** Available balance in the investment asset, units. Null when unknown or for guests. */
  readonly available: bigint | null;
  /** Kinds of several markets: last prices by instrument (instrumentOf), ticks. A missing one is not known. */
  readonly prices?: Readonly<Record<string, number>>;
  /** Smart positions of held coins: what the trader's spot account holds of each asset, units. Absent = not known. */
  readonly held?: Readonly<Record<string, bigint>>;
  /** Arbitrage: the rate that the contract's next funding settlement would have, signed, 1e-8; null or absent = not known. */
  readonly nextFundingE8?: bigint | null;
  /** The most leverage by the exchange's own terms (config/{type}, the margin pair); absent or null: what the definition knows. */
  readonly leverageMax?: number | null;
  /** K-line periods that conditions may have by the exchange's own terms (config/{type}); absent or empty: what the definition knows. */
  readonly periods?: readonly string[];
  /** Params of a bot that is there already, which its owner edits: bounds are those of that form where it has its own (X3). */
  readonly isEdit?: boolean;
  /** Its owner lays it anew (M-206 … M-212): bounds are those of that dialog, and its range may reach the limits of its trailing. */
  readonly isRelaid?: boolean;
  /** `typing`: empty required fields are silent. `submit` and `exchange`: everything counts. */
  readonly phase: 'typing' | 'submit' | 'exchange';
}

/** What the smallest investment of a form follows from. */
export type TypedFacts = Pick<CheckContext, 'spec' | 'feeRate' | 'lastTicks' | 'nextFundingE8'> & {
  /** The least that the exchange's terms say of the market, units; null: they say none. */
  readonly minTotal?: bigint | null;
};

/** What the smallest investment of a bot follows from, besides its parameters. */
export interface MinimumFacts {
  readonly lastTicks: number;
  /** What one coin of the asset that profit is counted in costs, USDT units; null when unknown. */
  readonly assetInUsdt: bigint | null;
  /** Rate of its contract's next funding settlement by what is known now, signed, 1e-8; null when unknown or without a contract. */
  readonly nextFundingE8: bigint | null;
}

export type FieldInput =
  | 'price'
  | 'amount'
  | 'integer'
  | 'percent'
  /** Segmented choice or select. */
  | 'choice'
  | 'switch'
  | 'text'
  | 'textarea'
  /** A rare block with its own React panel, looked up by `panel` in the panel registry. */
  | 'panel';

export interface FieldDescriptor {
  readonly name: string;
  readonly input: FieldInput;
  /** C-054: strategy block, amount block, then collapsible advanced settings. */
  readonly section: 'strategy' | 'amount' | 'advanced';
  /** Object in messages/{lang}/fields.json: `<label>.label` always; `<label>.hint`, `<label>.placeholder` and `<label>.empty` (what not set means) where there is one. */
  readonly label: string;
  /** Fields that share a group stand on one row. */
  readonly group?: string;
  /** Choices; each label is a whole key into messages/{lang}/fields.json. */
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  /** The choice is the unit of this other field, and told in one with it. */
  readonly unitOf?: string;
  /** Quick picks under the input. */
  readonly picks?: readonly string[];
  readonly panel?: string;
  /** Unit shown at the input's end. */
  unit?(values: FormValues, spec: MarketSpec): string;
  /** Decimals the input filter lets through. */
  decimals?(values: FormValues, spec: MarketSpec): number;
  isShown?(values: FormValues, spec: MarketSpec): boolean;
  /** Shown, but nothing can be typed (C-202). */
  isDisabled?(values: FormValues): boolean;
  /** Switches: their off and on values where these are not 0 and 1 (C-135, E-127). */
  readonly states?: readonly [off: string, on: string];
}

/** A horizontal price line for the chart. */
export interface ChartLine {
  readonly id: string;
  readonly ticks: number;
  readonly role: 'buy' | 'sell' | 'range' | 'trigger' | 'stop-loss' | 'take-profit' | 'trail-limit' | 'liquidation';
  /** Key into messages/{lang}/fields.json for the axis label; undefined = no label. */
  readonly label?: string;
}

/** What a bot that works with two borrowed currencies takes of each (H11); units. */
export interface BothCurrencies {
  readonly quote: { readonly asset: string; readonly borrowed: bigint };
  readonly base: { readonly asset: string; readonly borrowed: bigint };
}

/** A figure that the form shows live (return per grid, minimum, per-grid quantity). */
export interface SummaryRow {
  /** Key into messages/{lang}/fields.json. */
  readonly label: string;
  readonly kind: 'percent-range' | 'amount' | 'price-range' | 'count';
  /** Ready to show (plain figures, a range as "a – b"); '--' while it cannot be known. The unit stands beside it. */
  readonly text: string;
  readonly unit: string;
}

export interface ColumnDescriptor {
  readonly id: string;
  /** Key into messages/{lang}/bots.json. */
  readonly label: string;
  readonly align: 'start' | 'end';
  readonly cell:
    | 'bot'
    | 'money'
    | 'profit'
    | 'percent'
    | 'price-range'
    | 'count'
    | 'duration'
    | 'status'
    | 'time'
    | 'reason'
    | 'actions'
    /** [side, leverage] */
    | 'side'
    | 'price'
    /** [price, price]: liquidation of what is held, and of everything filled. */
    | 'price-pair'
    | 'text'
    /** The kind of bot, in words. */
    | 'kind';
  /**
   * Value(s) that the cell kind formats, raw wire values ('-' where masked): bot [name, market] · money [amount, asset] ·
   * profit [amount, asset, fraction] · percent fraction ('' = not known) · price-range [low, high, quote] · count ·
   * duration seconds · status [status, step, behavior_status] · time seconds · reason finish_as · actions '' · side
   * [side, leverage] · price · price-pair [held, full] · text.
   */
  read(row: StrategyRow): string | readonly string[];
  readonly on: 'running' | 'history' | 'both';
}

export type DetailTab =
  | 'overview'
  | 'open-orders'
  | 'holdings'
  | 'trade-history'
  | 'parameters'
  | 'current-round'
  | 'capital-flow'
  | 'completed-rounds';

/** What stands in the overview below figures and curve, for kinds whose detail is the overview alone (M-056, X29). */
export type OverviewBlock =
  | 'holdings'
  | 'position'
  | 'conditions'
  | 'parameters'
  | 'open-orders'
  | 'arbitrage-records'
  | 'trade-history';

export interface ParameterRow {
  /** Key into messages/{lang}/fields.json. */
  readonly label: string;
  /** Ready to show; '-' where masked, '--' where not set. */
  readonly value: string;
  /** Key into messages/{lang}/fields.json when the value is a word; then `value` is only its fallback. */
  readonly valueLabel?: string;
  readonly unit: string;
  /** The value is an investment in `unit`, on a market that is quoted in this: it has the decimals of one. */
  readonly investedOn?: string;
  /** The value is a price, or two, of a market whose tick has so many decimals. */
  readonly priceDecimals?: number;
}

export interface StrategyCalls {
  readonly create: 'createGrid' | 'runStrategy';
  readonly stop: 'cancelGrid' | 'stopStrategy';
  /** Account that the investment is taken from; `by-market`: the spot account, or that of the contract it trades. */
  readonly account: 'spot' | 'margin' | 'futures' | 'by-market';
}

export const GRID_CALLS = { create: 'createGrid', stop: 'cancelGrid' } as const;
export const RUN_CALLS = { create: 'runStrategy', stop: 'stopStrategy' } as const;

/** Backtests of kinds that are told what a fill costs (C-169, C-318). */
export interface BacktestOf<Payload> {
  /** What is asked for: the creation, and the fee to reckon with, percent. */
  asked(payload: Payload, feePercent: string): Payload;
  /** What is run for it: its defaults, and the market with its fee. */
  run(
    payload: Payload,
    spec: MarketSpec,
  ): { readonly payload: Payload; readonly spec: MarketSpec; readonly feeRate: FeeRateE8 };
}

export interface StrategyDefinition<Payload, EngineParams> {
  readonly kind: StrategyType;
  /** Which call creates it (C-354, C-356), which stops it (M-309, M-310), and the account that pays. */
  readonly calls: StrategyCalls;
  readonly fields: readonly FieldDescriptor[];
  /** `spec` matters to kinds that run on spot and on contracts; without it, as on spot. */
  defaults(spec?: MarketSpec): FormValues;
  /** Applies one change and what depends on it (side resets, unchecking clears, trailing defaults …). */
  reduce(values: FormValues, field: string, value: string, spec: MarketSpec): FormValues;
  /** Why `reduce` would refuse this change (C-197), or null. The form shows it instead of changing anything. */
  refusal?(values: FormValues, field: string, value: string, spec: MarketSpec): Issue | null;
  check(values: FormValues, context: CheckContext): readonly Issue[];
  /** What leverage may be on a market, before the exchange's own terms narrow it; absent for kinds without. */
  leverageLimits?(spec: MarketSpec): LeverageLimits;
  /**
   * `minimum` from what is typed so far: null until the settings that it follows from and the price are there. Absent for
   * grids: the exchange is asked for theirs (C-368).
   */
  typedMinimum?(values: FormValues, facts: TypedFacts): bigint | null;
  /** Asset that the investment is made in: what is typed says it by the payload's own word, so a payload is asked as it is. */
  investmentAsset(said: SaysAsset, spec: MarketSpec): string;
  /** Form → wire payload (without fundpass). */
  encode(values: FormValues, spec: MarketSpec): Payload;
  /** Wire payload or stored params → form values: `decode(encode(v))` shows the same as v. */
  decode(payload: Payload, spec: MarketSpec): FormValues;
  /**
   * Wire → exact engine params (ticks, units, 1e-8 rates), in one step. Only for payloads that `check` found no error in:
   * throws for others. A form makes its payload and gets its params by the same way (`typedParams`).
   */
  params(payload: Payload, spec: MarketSpec, feeRate: FeeRateE8): EngineParams;
  /** What a replay of days that are past takes of a payload: without what names a moment to come; absent: all of it. */
  replayed?(payload: Payload): Payload;
  /** Minutes of history before its start that a backtest or preview has to know, so that it begins as a live bot would; absent: none. */
  historyMinutes?(params: EngineParams): number;
  /** What its backtests reckon with that its bots do not; absent: they are asked for and pay as its bots do. */
  readonly backtest?: BacktestOf<Payload>;
  /** Smallest investment of such a bot, units of the investment asset (H33). */
  minimum(params: EngineParams, facts: MinimumFacts): bigint;
  /** What an AI search varies of it: every kind has numbers that can be searched for (C-017, H51). */
  readonly ai: AiSearch;
  chartLines(values: FormValues, context: CheckContext): readonly ChartLine[];
  summary(values: FormValues, context: CheckContext): readonly SummaryRow[];
  /** What is borrowed when both currencies are; absent or null where not. The trader is told before creating (H11). */
  bothCurrencies?(values: FormValues, context: CheckContext): BothCurrencies | null;
  tabs(row: StrategyRow): readonly DetailTab[];
  /** What its overview holds besides figures and curve, in this order; absent = nothing. */
  overviewBlocks?(row: StrategyRow): readonly OverviewBlock[];
  parameterRows(params: BotParams, spec: MarketSpec): readonly ParameterRow[];
}
