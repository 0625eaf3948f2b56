import { close } from '../../engine/body/closing.ts';
import { finish } from '../../engine/body/ending.ts';
import { resetWake } from '../../engine/body/path.ts';
import { beginRound, fillNext, resumeRound, takeProfit } from '../../engine/body/round-life.ts';
import { exitSide, roundsOf } from '../../engine/body/rounds.ts';
import { type LadderDecisions, NOTHING_TO_CLOSE, OWES_NOTHING, TRAILS_NOT } from '../../engine/body/rules.ts';
import { beginOpening, setStage } from '../../engine/body/stage.ts';
import { tellOperation, tellOrder } from '../../engine/body/tell.ts';
import { smallestAt } from '../../formulas/smallest-order.ts';
import { formatAmount } from '../../money/amount.ts';
import { formatTicks } from '../../money/market-spec.ts';
import { type MartingaleBot, planFirstOrder } from './first-order.ts';

/**
 * The martingale: buys at the market, buys more each step lower, sells everything at a profit on the average cost, and
 * begins again. A stop loss ends it. Sellers mirror it, in a contract.
 *
 * Where what is decided:
 * - opening: `openRound` below with `first-order.ts` – at its price, or once the trigger is met; the first order and the plan are sized for what the book gives;
 * - levels: `round-rules.ts` – where the orders of a round and its exits lie; `lib/engine/body/round-life.ts` places them and moves the exits with the average;
 * - path: `lib/engine/body/path.ts` – order by order the way that the price goes; a take profit ends the round, and the next one begins below;
 * - stops: `round-rules.ts` says at which price, counted for each round; `stop` below ends the bot there;
 * - pause: `lib/engine/body/round-life.ts` – going on, orders that the price has passed fill at the market, past the take profit the round is sold there;
 * - end: `closingNeed` below – the whole position, but what a hoarding bot has kept as profit; in a contract nothing can be kept;
 * - what its owner changes: `changing.ts` – exits, and the trigger while it waits for it; money in `engine.ts`; in a contract margin that comes or goes
 *   (`lib/engine/body/contract-machine.ts`);
 * - funding and liquidation: none on spot; in a contract `lib/engine/body/contract-round-machine.ts` – the mark price calls, `lib/engine/body/round-contract-end.ts` says what the round brings.
 */
export const MARTINGALE: LadderDecisions<MartingaleBot> = {
  ...OWES_NOTHING,
  ...TRAILS_NOT,
  range: null,
  open(bot, ticks, timeMs) {
    openRound(bot, ticks, timeMs);
    if (bot.isRunning) resetWake(bot, timeMs);
  },
  crossDown: (bot, timeMs) => (isBuyer(bot) ? fillNext(bot, timeMs) : takeProfitReached(bot, timeMs)),
  crossUp: (bot, timeMs) => (isBuyer(bot) ? takeProfitReached(bot, timeMs) : fillNext(bot, timeMs)),
  /** After a take profit the next round begins, at the price that is seen. */
  afterFills(bot, ticks, timeMs) {
    const rounds = roundsOf(bot);
    if (rounds.entries.length === 0) openRound(bot, rounds.decidesAt ?? ticks, timeMs);
  },
  catchUp: resumeRound,
  stop(bot, _reason, ticks, timeMs) {
    close(bot, MARTINGALE, 'stop_loss', { type: 'market' }, roundsOf(bot).decidesAt ?? ticks, timeMs);
  },
  /** The whole position. What a hoarding bot has taken as profit stays coins. */
  closingNeed(bot, instruction, ticks) {
    const rounds = roundsOf(bot);
    const held = rounds.leg.recordedHeld();
    if (held === 0n || (instruction.type === 'no_close' && bot.money.canBeKept)) return NOTHING_TO_CLOSE;
    const side = exitSide(rounds);
    const { all } = rounds.leg.sellable();
    if (all === 0n || all < smallestAt(bot.spec, ticks)) return { side, lots: 0, tooSmall: held };
    return { side, lots: rounds.leg.lotsOf(all), tooSmall: 0n };
  },
};

function isBuyer({ params }: MartingaleBot): boolean {
  return params.side === 'buy';
}

/** Begins a round at the present price: the first order at the market, further ones below it (above for sellers), exits. */
function openRound(bot: MartingaleBot, ticks: number, timeMs: number): void {
  const rounds = roundsOf(bot);
  beginOpening(bot);
  const { plan, order } = planFirstOrder(bot, ticks, timeMs);
  if (order.withheld !== null) {
    const about = { side: bot.params.side, level: 0, ticks, lots: rounds.leg.lotsOf(order.quantity) };
    tellOrder(bot, timeMs, 'withheld', order.withheld, about);
    finish(bot, 'money_not_enough', ticks, timeMs);
    return;
  }
  beginRound(bot, plan, order, ticks, timeMs);
  setStage(bot, 'running');
  if (rounds.cycle > 1 || !bot.isHeard) return;
  const told = {
    side: bot.params.side,
    price: formatTicks(bot.spec, order.ticks),
    quantity: formatAmount(bot.unitsOf(rounds.leg.lotsOf(order.quantity))),
  };
  tellOperation(bot, 'open_position', timeMs, null, told);
  tellOperation(bot, 'run', timeMs, null, told);
}

function takeProfitReached(bot: MartingaleBot, timeMs: number): void {
  const rounds = roundsOf(bot);
  const ticks = rounds.decidesAt ?? rounds.takeProfit;
  if (ticks === null) throw new Error('A take profit was reached that the round has not');
  takeProfit(bot, ticks, timeMs);
}
