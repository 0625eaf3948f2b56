import type { FinishReason } from '../../contract/bot-words.ts';
import { close } from '../../engine/body/closing.ts';
import type { CoinBot } from '../../engine/body/coin-bot.ts';
import { COIN_MONEY } from '../../engine/body/coin-money.ts';
import type { BotMoney, ClosingOrder } from '../../engine/body/ladder-bot.ts';
import { resetWake } from '../../engine/body/path.ts';
import { sellOfPosition, sellPartOfPosition } from '../../engine/body/position.ts';
import { type CoinDecisions, LAYS_NO_LADDER, NOTHING_TO_CLOSE, OWES_NOTHING } from '../../engine/body/rules.ts';
import { setStage } from '../../engine/body/stage.ts';
import { endingReason, tellOperation } from '../../engine/body/tell.ts';
import type { HeldCoins } from '../../engine/held-coins.ts';
import { closeKlines, nextKlineMs, warmUp } from '../../engine/signal-board.ts';
import { formatAmount, UNITS_PER_COIN } from '../../money/amount.ts';
import { formatTicks } from '../../money/market-spec.ts';
import { tradeBySignals } from './decisions.ts';
import type { IndicatorBot, StopLevel } from './indicator-bot.ts';
import { actOn, closingSignal, nearestStop, rearm, spentStop, stopRange, ticksOnTheWay } from './stops.ts';

/**
 * An indicator bot on a spot market: it opens its books at once, and looks at its stops on the last price. What lies on the
 * way of a price happens in the order of the way and where it was touched; after a jump at the price that is seen.
 */
export function coinDecisions(own: IndicatorBot, coins: HeldCoins): CoinDecisions {
  const rules: CoinDecisions = {
    ...LAYS_NO_LADDER,
    ...OWES_NOTHING,
    open(bot, ticks, timeMs) {
      const { spec, investment } = bot.params;
      const told = { investment: formatAmount(investment), asset: spec.quote, price: formatTicks(spec, ticks) };
      tellOperation(bot, 'run', timeMs, null, told);
      warmUp(own.board, bot.view, timeMs);
      setStage(bot, 'running');
      own.klineAtMs = nextKlineMs(own.board, timeMs);
      bot.timerAtMs = own.klineAtMs;
      armAt(bot, ticks, timeMs);
      if (bot.isRunning) resetWake(bot, timeMs);
    },
    /** A paused bot's indicators go on, so that it knows what they say when it trades again. */
    onTimer(bot, ticks, timeMs) {
      closeKlines(own.board, bot.view, timeMs);
      own.klineAtMs = nextKlineMs(own.board, timeMs);
      bot.timerAtMs = own.klineAtMs;
      if (bot.isRunning && tradeBySignals(own, [ticks], timeMs)) armAt(bot, ticks, timeMs);
    },
    stop(bot, reason, ticks, timeMs, isJump) {
      const stop = nearestStop(own, reason === 'stop_loss');
      if (stop === null) return;
      const at = isJump ? ticks : ticksOnTheWay(stop, own);
      act(bot, stop, at, timeMs);
      if (!bot.isEnding) armAt(bot, at, timeMs);
    },
    closingNeed(bot, { type }, ticks) {
      if (type === 'no_close') return NOTHING_TO_CLOSE;
      const quantity = own.leg.exitQuantity(UNITS_PER_COIN, ticks);
      return { side: 'sell', lots: bot.lotsOf(quantity), tooSmall: quantity === 0n ? coins.base : 0n };
    },
  };
  const act = (bot: CoinBot, stop: StopLevel, ticks: number, timeMs: number): void => {
    const reason = actOn(own, stop, ticks, timeMs);
    if (reason === null) return;
    stopAsking(bot);
    close(bot, rules, reason, { type: 'market' }, ticks, timeMs);
  };
  /** The position has changed, and the price is at `ticks`: a bot that has nothing left to lose ends, another one listens to its stops. */
  const armAt = (bot: CoinBot, ticks: number, timeMs: number): void => {
    rearm(own, ticks);
    const spent = spentStop(own);
    if (spent === null) listenToStops(bot, own);
    else act(bot, spent, ticks, timeMs);
  };
  return rules;
}

/** The money of such a bot: what closes the position completes a trade. */
export function coinMoney(coins: HeldCoins): BotMoney {
  return {
    ...COIN_MONEY,
    pieces: null,
    endingReason,
    bookClose: (bot: CoinBot, order, execution, timeMs, reason) =>
      sellOfPosition(bot, coins, closingTrade(bot, order, reason), execution, timeMs),
    bookPart: (bot: CoinBot, order, execution, timeMs, reason) =>
      sellPartOfPosition(bot, coins, closingTrade(bot, order, reason), execution, timeMs),
  };
}

function closingTrade(bot: CoinBot, { lots, ticks }: ClosingOrder, reason: FinishReason) {
  return { role: 'close', signal: closingSignal(reason), quantity: bot.unitsOf(lots), ticks } as const;
}

/** No K-line is looked at any more. */
export function stopAsking(bot: CoinBot): void {
  bot.timerAtMs = Number.POSITIVE_INFINITY;
}

/** The bot's stops are the body's: the nearest one below the price, and the nearest one above it. */
export function listenToStops(bot: CoinBot, own: IndicatorBot): void {
  const { below, above } = stopRange(own);
  bot.stopDown = below;
  bot.stopUp = above;
}
