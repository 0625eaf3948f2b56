/**
 * What a strategy kind is, as data. One definition per kind feeds the form renderer, the payload, the checks
 * (browser and exchange run the same `check`), the chart lines, the tables and the detail view. Its engine is in
 * lib/engine/kinds, under the same key, so that forms do not bundle it.
 */
import type { StrategyType } from '../contract/vocabulary.ts';
import type { GridParams, StrategyRow } from '../contract/strategy.ts';
import type { FeeRateE8, MarketSpec } from '../money/market-spec.ts';

/** Form values as the trader typed them: text, '' = not set. Percent fields hold percent ("2" is 2 %). */
export type FormValues = Readonly<Record<string, string>>;

/** A finding about a value. The sentence lives in messages/{lang}/issues.json under `code`; `values` fill its blanks. */
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
  /** `typing`: empty required fields are silent. `submit` and `exchange`: everything counts. */
  readonly phase: 'typing' | 'submit' | 'exchange';
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
  /** Key into messages/{lang}/fields.json for label, hint and placeholder. */
  readonly label: string;
  /** Fields that share a group stand on one row. */
  readonly group?: string;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  /** Quick picks under the input. */
  readonly picks?: readonly string[];
  readonly panel?: string;
  /** Unit shown at the input's end. */
  unit?(values: FormValues, spec: MarketSpec): string;
  /** Decimals the input filter lets through. */
  decimals?(values: FormValues, spec: MarketSpec): number;
  isShown?(values: FormValues): boolean;
}

/** A horizontal price line for the chart. */
export interface ChartLine {
  readonly id: string;
  readonly ticks: number;
  readonly role: 'buy' | 'sell' | 'range' | 'trigger' | 'stop-loss' | 'take-profit' | 'trail-limit';
  /** Message key for the axis label; undefined = no label. */
  readonly label?: string;
}

/** A figure that the form shows live (return per grid, minimum, per-grid quantity). */
export interface SummaryRow {
  readonly label: string;
  readonly kind: 'percent-range' | 'amount' | 'price-range' | 'count';
  readonly text: string;
  readonly unit: string;
}

export interface ColumnDescriptor {
  readonly id: string;
  /** Key into messages/{lang}/bots.json. */
  readonly label: string;
  readonly align: 'start' | 'end';
  readonly cell: 'bot' | 'money' | 'profit' | 'percent' | 'price-range' | 'count' | 'duration' | 'status' | 'time' | 'reason' | 'actions' | 'text';
  /** Value(s) that the cell kind formats; raw wire values. */
  read(row: StrategyRow): string | readonly string[];
  readonly on: 'running' | 'history' | 'both';
}

export type DetailTab = 'overview' | 'open-orders' | 'holdings' | 'trade-history' | 'parameters' | 'current-round' | 'capital-flow' | 'completed-rounds';

export interface ParameterRow {
  readonly label: string;
  readonly value: string;
  readonly unit: string;
}

export interface StrategyDefinition<Payload, EngineParams> {
  readonly kind: StrategyType;
  /** Where it is created: trade page or futures page (C-023, C-024). */
  readonly page: 'trade' | 'futures';
  /** Picker class (H5). */
  readonly pickerClass: 'grid' | 'average-cost' | 'passive-arbitrage' | 'expert';
  readonly hasLowFeeTag: boolean;
  readonly fields: readonly FieldDescriptor[];
  defaults(): FormValues;
  /** Applies one change and what depends on it (side resets, unchecking clears, trailing defaults …). */
  reduce(values: FormValues, field: string, value: string, spec: MarketSpec): FormValues;
  check(values: FormValues, context: CheckContext): readonly Issue[];
  /** Asset that the investment is made in. */
  investmentAsset(values: FormValues, spec: MarketSpec): string;
  /** Form → wire payload (without fundpass). */
  encode(values: FormValues, spec: MarketSpec): Payload;
  /** Wire payload or stored params → form values: `decode(encode(v))` shows the same as v. */
  decode(payload: Payload, spec: MarketSpec): FormValues;
  /** Exact engine params; call only when `check` found no error. */
  engineParams(values: FormValues, spec: MarketSpec, feeRate: FeeRateE8): EngineParams;
  chartLines(values: FormValues, context: CheckContext): readonly ChartLine[];
  summary(values: FormValues, context: CheckContext): readonly SummaryRow[];
  readonly columns: readonly ColumnDescriptor[];
  tabs(row: StrategyRow): readonly DetailTab[];
  parameterRows(params: GridParams, spec: MarketSpec): readonly ParameterRow[];
}
