import type { BotMachine } from '#lib/engine/machine.ts';
import type { SideLiquidation } from '#lib/formulas/futures-grid-liquidation.ts';
import { liquidationRisk } from '#lib/formulas/liquidation-distance.ts';
import type { Prices } from '../bots/bot-equity.ts';
import { contractOf, markFeedOf } from '../bots/bot-markets.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { liquidationView } from '../views/liquidation-view.ts';

/**
 * Where a bot that is planned to be `machine` would be liquidated, or closed by force for what it owes, and how near to the price that decides it
 * that is: the mark of a contract, the last price of a loan. Empty of bots that cannot be.
 */
export function forcedCloseRisk({ spec }: Pick<LiveBot, 'spec'>, machine: BotMachine, prices: Prices) {
  const planned = machine.liquidations?.(0n) ?? null;
  if (planned === null) return {};
  const price = BigInt(prices[Math.max(0, markFeedOf(spec))] as number);
  const { long, short } = planned;
  const heldBy = (side: SideLiquidation | null): bigint | null => {
    const held = side?.held ?? null;
    return held === null ? null : BigInt(held);
  };
  const risk = liquidationRisk(price, { long: heldBy(long), short: heldBy(short) });
  return {
    liquidation: liquidationView(contractOf(spec) ?? spec, planned),
    warnings: risk === null ? [] : [risk],
  };
}
