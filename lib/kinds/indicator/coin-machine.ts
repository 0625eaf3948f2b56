import type { OwnersEnd } from '../../contract/bot-words.ts';
import { CoinMachine } from '../../engine/body/coin-machine.ts';
import { exactOf } from '../../engine/body/exact.ts';
import { payIn, tellDeposit } from '../../engine/body/owner-money.ts';
import { resetOuter, resetSlot } from '../../engine/body/path.ts';
import { readPosition, storePosition } from '../../engine/body/position.ts';
import { awaitClose } from '../../engine/body/resting-close.ts';
import { newCoinBot } from '../../engine/body/snapshot.ts';
import { type HeldCoins, newHeldCoins } from '../../engine/held-coins.ts';
import {
  type CloseInstruction,
  type EngineSink,
  EQUITY_SCALE,
  type EquityLine,
  type LifeRefusal,
  type MarketView,
  type WithheldOrder,
} from '../../engine/machine.ts';
import { IndicatorCoins } from './coin-leg.ts';
import { coinDecisions, coinMoney, listenToStops, stopAsking } from './coins.ts';
import { TRADE_ORDER } from './decisions.ts';
import { type IndicatorBot, newIndicatorBot } from './indicator-bot.ts';
import type { IndicatorParams } from './params.ts';
import { rearm } from './stops.ts';
import { readStored, type StoredIndicator, takeStored } from './stored.ts';

/** An indicator bot on a spot market, as the drivers know it. */
export class IndicatorCoinMachine extends CoinMachine {
  declare private readonly own: IndicatorBot;
  declare private readonly coins: HeldCoins;

  constructor(params: IndicatorParams, view: MarketView, sink: EngineSink) {
    const terms = { ...params, investIn: 'quote', triggerTicks: null, stopCheck: 'tick' } as const;
    const coins = newHeldCoins();
    const bot = newCoinBot(terms, 0, view, sink, coinMoney(coins));
    const own = newIndicatorBot(params, new IndicatorCoins(bot, coins, params), TRADE_ORDER);
    super(bot, coinDecisions(own, coins));
    this.own = own;
    this.coins = coins;
  }

  override terminate(instruction: CloseInstruction, ticks: readonly number[], timeMs: number, cause?: OwnersEnd): void {
    stopAsking(this.bot);
    super.terminate(instruction, ticks, timeMs, cause);
    rearm(this.own, ticks[0] as number);
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
    const { bot, own } = this;
    return takeStored(bot, own, {
      lotUnits: bot.spec.lotUnits,
      matchedProfit: this.matchedProfit,
      account: storePosition(bot, this.coins),
      isTouched: false,
      fundingAtMs: Number.POSITIVE_INFINITY,
    });
  }

  /** Money comes in, units, of which the investment of its params has heard already: entries to come may use it, and its stops are of all that it was given. */
  takeMoney(amount: bigint, timeMs: number): LifeRefusal | null {
    const { bot, own } = this;
    if (!bot.isRunning) return 'not-running';
    payIn(bot, amount);
    tellDeposit(bot, amount, timeMs);
    rearm(own, own.armedAt);
    listenToStops(bot, own);
    resetOuter(bot);
    resetSlot(bot);
    return null;
  }

  /** Makes a new machine what was stored. */
  restore(stored: StoredIndicator): void {
    const { bot, own } = this;
    readPosition(bot, this.coins, stored.account, BigInt(stored.matchedProfit));
    readStored(bot, own, stored, bot.spec.lotUnits);
    awaitClose(bot);
    if (bot.isEnding) return;
    bot.timerAtMs = own.klineAtMs;
    listenToStops(bot, own);
    resetOuter(bot);
    resetSlot(bot);
    bot.askAt(Number.POSITIVE_INFINITY);
  }
}
