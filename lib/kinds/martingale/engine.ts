import type { CoinBot } from '../../engine/body/coin-bot.ts';
import { resetOuter, resetSlot } from '../../engine/body/path.ts';
import { ROUND_MONEY, ROUND_SLOTS, rearm } from '../../engine/body/round-life.ts';
import { RoundMachine } from '../../engine/body/round-machine.ts';
import { readRoundSnapshot } from '../../engine/body/round-snapshot.ts';
import { newRounds } from '../../engine/body/rounds.ts';
import { newCoinBot } from '../../engine/body/snapshot.ts';
import type { BotMachine, EngineSink, MarketView } from '../../engine/machine.ts';
import type { MartingaleParams } from '../../engine/martingale-params.ts';
import { MARTINGALE } from './decisions.ts';
import type { MartingaleBotParams } from './first-order.ts';
import { roundRulesOf } from './round-rules.ts';

function newBot(params: MartingaleParams, view: MarketView, sink: EngineSink): CoinBot<MartingaleBotParams> {
  const about: MartingaleBotParams = { ...params, investIn: 'quote', stopCheck: 'tick' };
  const bot = newCoinBot(about, ROUND_SLOTS, view, sink, ROUND_MONEY);
  bot.rounds = newRounds(roundRulesOf(params));
  return bot;
}

/** A spot martingale that has not started. */
export function createMartingale(params: MartingaleParams, view: MarketView, sink: EngineSink): BotMachine {
  return new RoundMachine(newBot(params, view, sink), MARTINGALE);
}

/**
 * A spot martingale as it was when `snapshot()` was taken. Take profit and stop loss may have been changed by the owner
 * since; the other params must be the same.
 */
export function restoreMartingale(
  params: MartingaleParams,
  snapshot: unknown,
  view: MarketView,
  sink: EngineSink,
): BotMachine {
  const bot = newBot(params, view, sink);
  if (readRoundSnapshot(bot, snapshot)) {
    rearm(bot);
    if (bot.isRunning) {
      resetOuter(bot);
      resetSlot(bot);
    }
  }
  return new RoundMachine(bot, MARTINGALE);
}
