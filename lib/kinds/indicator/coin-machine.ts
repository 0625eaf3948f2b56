import { awaitClose } from '../../engine/body/closing.ts';
import { CoinMachine } from '../../engine/body/coin-machine.ts';
import { exactOf, wholeUnitsOf } from '../../engine/body/exact.ts';
import { resetOuter, resetSlot } from '../../engine/body/path.ts';
import { readPosition, storePosition } from '../../engine/body/position.ts';
import { newCoinBot } from '../../engine/body/snapshot.ts';
import { type HeldCoins, newHeldCoins } from '../../engine/coin-position.ts';
import type { ComposeParams } from '../../engine/compose-params.ts';
import {
  type CloseInstruction,
  type EngineSink,
  EQUITY_SCALE,
  type EquityLine,
  type MarketView,
  type WithheldOrder,
} from '../../engine/machine.ts';
import { IndicatorCoins } from './coin-leg.ts';
import { coinDecisions, coinMoney, listenToStops, stopAsking } from './coins.ts';
import { TRADE_ORDER } from './decisions.ts';
import { type IndicatorBot, newIndicatorBot } from './indicator-bot.ts';
import { rearm } from './stops.ts';
import { orNever, orNull, readOwn, type StoredIndicator, takeOwn } from './stored.ts';

/** An indicator bot on a spot market, as the drivers know it. */
export class IndicatorCoinMachine extends CoinMachine {
  private readonly own: IndicatorBot;
  private readonly coins: HeldCoins;

  constructor(params: ComposeParams, view: MarketView, sink: EngineSink) {
    const terms = { ...params, investIn: 'quote', triggerTicks: null, stopCheck: 'tick' } as const;
    const coins = newHeldCoins();
    const bot = newCoinBot(terms, 0, view, sink, coinMoney(coins));
    const own = newIndicatorBot(params, new IndicatorCoins(bot, coins, params), TRADE_ORDER);
    super(bot, coinDecisions(own, coins));
    this.own = own;
    this.coins = coins;
  }

  override terminate(instruction: CloseInstruction, ticks: readonly number[], timeMs: number): void {
    stopAsking(this.bot);
    super.terminate(instruction, ticks, timeMs);
  }

  override withheldOrders(): readonly WithheldOrder[] {
    const { withheld } = this.own;
    return withheld === null || !this.bot.isRunning ? [] : [withheld];
  }

  /** The money is rounded from its exact value (1e-16): drawdowns on record were reckoned so, to the last digit of a float. */
  override equityLine(): EquityLine {
    return { ...super.equityLine(), fixed: Number(exactOf(this.bot.quote)) / Number(EQUITY_SCALE) };
  }

  override snapshot(): StoredIndicator {
    const { bot } = this;
    const { status, step, fills, matches, closing } = bot;
    const klineAtMs = orNull(bot.timerAtMs);
    return {
      version: 1,
      ...{ status, step, isTouched: false, fills, matches },
      ...takeOwn(this.own),
      times: [orNull(bot.wakeAtMs), klineAtMs, null],
      closing:
        closing === null
          ? null
          : {
              ticks: closing.ticks,
              quantity: `${bot.unitsOf(closing.lots)}`,
              expiresAtMs: closing.expiresAtMs,
              reason: closing.reason,
            },
      matchedProfit: `${wholeUnitsOf(bot.matchedProfit)}`,
      account: storePosition(bot, this.coins),
    };
  }

  /** Makes a new machine what was stored. Its stops are those of the params now. */
  restore(stored: StoredIndicator): void {
    const { bot, own } = this;
    const { status, step, fills, matches, closing, times } = stored;
    Object.assign(bot, { status, step, fills, matches });
    readPosition(bot, this.coins, stored.account, BigInt(stored.matchedProfit));
    readOwn(own, stored);
    rearm(own, stored.armedAt);
    if (closing !== null) {
      const { ticks, quantity, expiresAtMs, reason } = closing;
      bot.closing = { side: 'sell', ticks, lots: bot.lotsOf(BigInt(quantity)), expiresAtMs, reason };
      awaitClose(bot);
    }
    if (bot.isEnding) return;
    bot.timerAtMs = orNever(times[1]);
    listenToStops(bot, own);
    resetOuter(bot);
    resetSlot(bot);
    bot.askAt(Number.POSITIVE_INFINITY);
  }
}
