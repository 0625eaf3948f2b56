/**
 * The picker's catalogue: every kind with its class and page. Carries no form code, so public pages may bundle it.
 */
import { PRESET_KINDS, type StrategyType } from '../contract/vocabulary.ts';
import type { RunnableKind } from './params.ts';

/** Picker classes in the order of the 'all' tab (C-034). */
export const PICKER_CLASSES = ['grid', 'average-cost', 'passive-arbitrage', 'expert'] as const;
export type PickerClass = (typeof PICKER_CLASSES)[number];

export interface CatalogueEntry {
  readonly pickerClass: PickerClass;
  /** Where it is created: trade page, futures page (C-023, C-024, H1), or both: on the market of the page (H8). */
  readonly page: 'trade' | 'futures' | 'both';
  /** 'fee as low as 0.05' on its card (C-041, X26: fixed text). */
  readonly hasLowFeeTag: boolean;
}

function entry(pickerClass: PickerClass, page: CatalogueEntry['page'], hasLowFeeTag = false): CatalogueEntry {
  return { pickerClass, page, hasLowFeeTag };
}

/** Class membership (H5, H8). */
export const CATALOGUE: Readonly<Record<StrategyType, CatalogueEntry>> = {
  spot_grid: entry('grid', 'trade', true),
  futures_grid: entry('grid', 'futures'),
  margin_grid: entry('grid', 'trade'),
  infinite_grid: entry('grid', 'trade', true),
  martingale: entry('average-cost', 'trade'),
  'contract-martingale': entry('average-cost', 'futures'),
  'spot-future-arbitrage': entry('passive-arbitrage', 'trade'),
  'smart-position': entry('passive-arbitrage', 'trade'),
  'compose-indicator': entry('expert', 'futures'),
  'spot-compose-indicator': entry('expert', 'trade'),
  'custom-strategy': entry('expert', 'both'),
  macd: entry('expert', 'both'),
  'macd-rsi': entry('expert', 'both'),
  'double-ma': entry('expert', 'both'),
  'double-ma-rsi': entry('expert', 'both'),
  boll: entry('expert', 'both'),
  'adx-cloud': entry('expert', 'both'),
  'percent-channel': entry('expert', 'both'),
  'atr-breakout': entry('expert', 'both'),
  gravity: entry('expert', 'both'),
  keltner: entry('expert', 'both'),
};

/** As a record, so that a kind that gains an engine does not compile until it is offered here. */
const RUNNABLE: Readonly<Record<RunnableKind, true>> = {
  spot_grid: true,
  futures_grid: true,
  infinite_grid: true,
  margin_grid: true,
  martingale: true,
  'contract-martingale': true,
  'smart-position': true,
  'spot-future-arbitrage': true,
  'compose-indicator': true,
  'spot-compose-indicator': true,
  'custom-strategy': true,
  macd: true,
  'macd-rsi': true,
  'double-ma': true,
  'double-ma-rsi': true,
  boll: true,
  'adx-cloud': true,
  'percent-channel': true,
  'atr-breakout': true,
  gravity: true,
  keltner: true,
};

/** The kinds that can be created now, in catalogue order; the picker offers these and no others. */
export const CREATABLE_KINDS: readonly RunnableKind[] = (Object.keys(CATALOGUE) as StrategyType[]).filter(isCreatable);

export function isCreatable(kind: string): kind is RunnableKind {
  return Object.hasOwn(RUNNABLE, kind);
}

/** Whether a kind is made on a page. */
export function isMadeOn(kind: StrategyType, page: 'trade' | 'futures'): boolean {
  const of = CATALOGUE[kind].page;
  return of === 'both' || of === page;
}

/** Kinds that the documents only name (H8): another exchange runs those that it announces as `kind:<kind>` (H61). */
export const OWN_KINDS: readonly StrategyType[] = ['custom-strategy', ...PRESET_KINDS];

/** The kinds that an exchange runs, by what it announces; all of them until it has said (undefined). */
export function offeredKinds(announced: readonly string[] | undefined): readonly RunnableKind[] {
  if (announced === undefined) return CREATABLE_KINDS;
  return CREATABLE_KINDS.filter((kind) => !OWN_KINDS.includes(kind) || announced.includes(`kind:${kind}`));
}
