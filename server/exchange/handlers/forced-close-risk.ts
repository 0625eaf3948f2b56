import type { BotMachine } from '#lib/engine/machine.ts';
import type { SideLiquidation } from '#lib/formulas/futures-grid-liquidation.ts';
import type { Prices } from '../bots/bot-equity.ts';
import { contractOf, markFeedOf } from '../bots/bot-markets.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { liquidationView } from '../views/liquidation-view.ts';

/** Percent of the price within which a forced close is near (M-202), and at hand (M-190). */
const NEAR = 3n;
const AT_HAND = 1n;

/**
 * Where a bot that is planned to be `machine` would be liquidated, or closed by force for what it owes, and how near to the price that decides it
 * that is: the mark of a contract, the last price of a loan. Empty of bots that cannot be.
 */
export function forcedCloseRisk({ spec }: Pick<LiveBot, 'spec'>, machine: BotMachine, prices: Prices) {
  const planned = machine.liquidations?.(0n) ?? null;
  if (planned === null) return {};
  const price = BigInt(prices[Math.max(0, markFeedOf(spec))] as number);
  const { long, short } = planned;
  // How far the price has to go to it; below 0 where it is past it already, and that is nearer than near.
  const ways = [...wayTo(long, (ticks) => price - BigInt(ticks)), ...wayTo(short, (ticks) => BigInt(ticks) - price)];
  const isWithin = (percent: bigint): boolean => ways.some((way) => way * 100n <= price * percent);
  const warnings = isWithin(AT_HAND)
    ? (['liquidation-at-hand'] as const)
    : isWithin(NEAR)
      ? (['liquidation-near'] as const)
      : [];
  return { liquidation: liquidationView(contractOf(spec) ?? spec, planned), warnings: [...warnings] };
}

function wayTo(side: SideLiquidation | null, way: (ticks: number) => bigint): readonly bigint[] {
  const held = side?.held ?? null;
  return held === null ? [] : [way(held)];
}
