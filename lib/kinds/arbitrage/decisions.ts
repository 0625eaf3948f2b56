import { liquidationLevel } from '../../engine/body/contract-statement.ts';
import { chargeLiquidationFee, nextFundingWake } from '../../engine/body/contract-trade.ts';
import { type CoveredShort, nearLiquidation, settleShortFunding } from '../../engine/body/covered-short.ts';
import { closeMarkets } from '../../engine/body/markets-closing.ts';
import type { MarketsDecisions } from '../../engine/body/markets-rules.ts';
import { setStage } from '../../engine/body/stage.ts';
import { NO_STOPS } from '../../engine/body/worth.ts';
import { NO_LEVEL_ABOVE } from '../../engine/machine.ts';
import { nextMinute } from '../../engine/minute-boundary.ts';
import { type Arbitrage, closeLegs, coinsBeside, isOrder, openLegs, shortOf } from './legs.ts';
import { arbitrageLines } from './lines.ts';
import type { ArbitrageParams } from './params.ts';

/** Legs are reduced when the account is this much of the contract's value, and a second taker fee, above its liquidation. */
const SAFETY_E8 = 1_000_000n;

/**
 * The spot-futures arbitrage: coins are held and the same quantity is sold as a contract, so that the price does not matter and
 * the funding that shorts receive is the income. It waits, minute by minute, as long as the coins cost too much more than the
 * contract brings. A rise of the mark that comes too near to liquidation closes half of both legs.
 *
 * Where what is decided:
 * - opening: `tryOpening` below with `legs.ts` – both legs within the spread, or it waits for the next minute, or ends as it could never be;
 * - looks: `watch` below – each minute while it waits, then at funding and where the mark price comes near to the liquidation; nothing rests;
 * - reductions: `reduce` below, once `SAFETY_E8` is all that is left; `legs.ts` closes parts of both;
 * - stops: none (X14);
 * - pause: `lib/engine/body/markets-pause.ts` – one that has opened trades no leg by itself but where `look` below reduces or is liquidated;
 *   funding goes on, one that waits has nothing to pause;
 * - end: `close` below with `lib/engine/body/markets-closing.ts` – the contract is closed, coins are sold or kept; sold whatever is asked where only their gain pays
 *   for the contract's loss;
 * - what its owner changes: nothing, and it takes no money – more of both legs would have to be opened within its spread;
 * - funding and liquidation: `look` below, funding first – `lib/engine/body/covered-short.ts` settles what is due, `lib/engine/body/contract-statement.ts` says at which mark
 *   price the account is liquidated.
 */
export const ARBITRAGE: MarketsDecisions<ArbitrageParams> = {
  open: tryOpening,
  look(bot, prices, timeMs) {
    if (bot.status === 'open') {
      tryOpening(bot, prices, timeMs);
      return;
    }
    const short = shortOf(bot);
    settleShortFunding(short, prices, timeMs);
    if (short.markOf(prices) >= (liquidationLevel(short.position) ?? Number.POSITIVE_INFINITY)) {
      closeMarkets(bot, ARBITRAGE, 'liquidated', { type: 'market' }, prices, timeMs);
      return;
    }
    while (short.isOpen && isTooNear(short, short.markOf(prices))) reduce(bot, prices, timeMs);
    if (!short.isOpen) closeMarkets(bot, ARBITRAGE, 'money_not_enough', { type: 'market' }, prices, timeMs);
  },
  stops: () => NO_STOPS,
  afterStop: () => ({ type: 'market' }),
  watch(bot, _prices, timeMs) {
    if (bot.status === 'open') return { shares: null, markLevel: null, nextLookMs: nextMinute(timeMs) };
    const short = shortOf(bot);
    return {
      shares: null,
      markLevel: nearLiquidation(short, SAFETY_E8) ?? NO_LEVEL_ABOVE,
      nextLookMs: nextFundingWake(short.position, timeMs),
    };
  },
  lines: (bot, prices) => arbitrageLines(bot, SAFETY_E8, prices),
  /**
   * The contract cannot be handed out. Coins are sold whatever is asked where their gain would otherwise leave the contract's
   * loss to the insurance: at the mark, or at a last price that the next mark has still to follow.
   */
  keepsCoins: (bot, { type }, prices) => type === 'no_close' && !isTooNear(shortOf(bot), shortOf(bot).worstOf(prices)),
  close(bot, { reason, keepsCoins }, prices, timeMs) {
    const { contracts, position, isOpen, feed } = shortOf(bot);
    if (!isOpen) return;
    const { size } = position;
    const isLiquidated = reason === 'liquidated';
    const why = isLiquidated ? 'stop-loss' : 'closing';
    closeLegs(bot, { contracts, role: 'close', reason: why, isSold: !keepsCoins }, prices, timeMs);
    if (isLiquidated) chargeLiquidationFee(shortOf(bot), size, prices[feed] as number, timeMs);
  },
};

function tryOpening(bot: Arbitrage, prices: readonly number[], timeMs: number): void {
  const outcome = openLegs(bot, prices, timeMs);
  if (outcome === 'opened') setStage(bot, 'running');
  else if (outcome === 'too-small') {
    closeMarkets(bot, ARBITRAGE, 'money_not_enough', { type: 'market' }, prices, timeMs);
  }
}

/** Whether the money beside the coins is so little at a price that a boundary with that mark would reduce both legs. */
function isTooNear(short: CoveredShort, ticks: number): boolean {
  return ticks >= (nearLiquidation(short, SAFETY_E8) ?? Number.POSITIVE_INFINITY);
}

/** Closes half of both legs; all, when half of the coins is no order. */
function reduce(bot: Arbitrage, prices: readonly number[], timeMs: number): void {
  const { contracts: open } = shortOf(bot);
  const half = (open + 1n) / 2n;
  const contracts = isOrder(bot, coinsBeside(bot, half), prices) ? half : open;
  closeLegs(bot, { contracts, role: 'reduce', reason: 'forced-reduction', isSold: true }, prices, timeMs);
}
