import { mulDivUp, UNITS_PER_COIN } from '../money/amount.ts';
import { restingFeeRate, tradeFlow } from './contract-value.ts';
import type { FuturesGridInput, FuturesGridLayout } from './futures-grid-layout.ts';
import { liquidationTicks } from './liquidation.ts';

/** Liquidation of one side of a grid that has just opened, ticks; null where there is none. */
export interface SideLiquidation {
  /** With what the opening holds. */
  readonly held: number | null;
  /** If every resting order on the losing side fills: buys below for a long, sells above for a short (H39). */
  readonly full: number | null;
}

/** Both prices of each side that a planned bot can come to hold; null for a side that it cannot. */
export interface PlannedLiquidations {
  readonly long: SideLiquidation | null;
  readonly short: SideLiquidation | null;
}

/**
 * Both liquidation prices of a planned grid, for each side that it can come to hold: a long grid has no short side, a
 * neutral one has both and holds nothing at first. `input.openTicks` is what the opening fills at.
 */
export function gridLiquidations(
  input: FuturesGridInput,
  layout: FuturesGridLayout,
  investment: bigint,
): PlannedLiquidations {
  return {
    long: input.side === 'short' ? null : sideLiquidation(input, layout, investment, 1n),
    short: input.side === 'long' ? null : sideLiquidation(input, layout, investment, -1n),
  };
}

function sideLiquidation(
  { spec, lines, openTicks }: FuturesGridInput,
  { emptyLine, contracts, opening }: FuturesGridLayout,
  investment: bigint,
  sign: 1n | -1n,
): SideLiquidation {
  const { takerE8 } = spec.contract;
  let flow = opening === 0n ? 0n : tradeFlow(spec, opening, openTicks);
  let fees = feeOn(flow, takerE8);
  let size = opening;
  const at = (): number | null =>
    liquidationTicks(spec, { size, entryValue: flow < 0n ? -flow : flow, margin: investment - fees });
  const held = at();
  for (const [i, count] of contracts.entries()) {
    const isBuy = i < emptyLine;
    if (isBuy !== sign > 0n || count === 0n) continue;
    const added = tradeFlow(spec, sign * count, lines[isBuy ? i : i + 1] as number);
    size += sign * count;
    flow += added;
    fees += feeOn(added, restingFeeRate(spec.contract));
  }
  return { held, full: at() };
}

function feeOn(flow: bigint, rateE8: bigint): bigint {
  return mulDivUp(flow < 0n ? -flow : flow, rateE8, UNITS_PER_COIN);
}
