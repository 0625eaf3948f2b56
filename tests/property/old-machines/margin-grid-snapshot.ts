import type { EngineSink, MarketView } from '#lib/engine/machine.ts';
import type { MarginGridParams } from '#lib/kinds/margin-grid/params.ts';
import { type MarginGridState, newMarginGridState } from './margin-grid-state.ts';
import * as spot from './spot-grid-snapshot.ts';

/** A spot grid's snapshot and the loan. Amounts as decimal text; null is "never", or "no level". */
interface MarginGridSnapshot {
  readonly version: 1;
  readonly grid: unknown;
  readonly owedQuote: string;
  readonly owedBase: string;
  readonly interest: string;
  readonly interestAtMs: number | null;
  readonly askedAtMs: number | null;
  readonly forcedBelow: number;
  readonly forcedAbove: number;
}

/** A JSON-safe picture of the whole state. */
export function takeSnapshot(state: MarginGridState): MarginGridSnapshot {
  const { interestAtMs, askedAtMs, forcedBelow, forcedAbove } = state;
  return {
    version: 1,
    grid: spot.takeSnapshot(state),
    owedQuote: `${state.owedQuote}`,
    owedBase: `${state.owedBase}`,
    interest: `${state.interest}`,
    interestAtMs: Number.isFinite(interestAtMs) ? interestAtMs : null,
    askedAtMs: Number.isFinite(askedAtMs) ? askedAtMs : null,
    forcedBelow,
    forcedAbove,
  };
}

/** The state that `takeSnapshot` saw, for the same params. The store is our own: another version is a bug and throws. */
export function readSnapshot(
  params: MarginGridParams,
  value: unknown,
  view: MarketView,
  sink: EngineSink,
): MarginGridState {
  const snapshot = value as MarginGridSnapshot;
  if (snapshot.version !== 1) throw new Error('Not a snapshot of a margin grid');
  return {
    ...newMarginGridState(params, view, sink),
    ...spot.readSnapshot(params, snapshot.grid, view, sink),
    params,
    owedQuote: BigInt(snapshot.owedQuote),
    owedBase: BigInt(snapshot.owedBase),
    interest: BigInt(snapshot.interest),
    interestAtMs: snapshot.interestAtMs ?? Number.POSITIVE_INFINITY,
    askedAtMs: snapshot.askedAtMs ?? Number.POSITIVE_INFINITY,
    forcedBelow: snapshot.forcedBelow,
    forcedAbove: snapshot.forcedAbove,
  };
}
