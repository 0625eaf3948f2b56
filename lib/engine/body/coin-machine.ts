import { formatAmount } from '../../money/amount.ts';
import { formatTicks } from '../../money/market-spec.ts';
import { feedsOf } from '../bot-feeds.ts';
import { coinLine } from '../equity-line.ts';
import { statementOf } from '../equity-statement.ts';
import {
  EQUITY_SCALE,
  type EquityLine,
  type EquityStatement,
  type Holdings,
  type LifeRefusal,
  type PriceFeedId,
  type WakeSlot,
} from '../machine.ts';
import type { CoinBot } from './coin-bot.ts';
import type { CoinParams } from './coin-params.ts';
import { unitsOfCoins } from './coin-scale.ts';
import { heldBy } from './debt.ts';
import { COIN, exactOf, setTotal, wholeUnitsOf } from './exact.ts';
import { LadderMachine } from './ladder-machine.ts';
import { pauseLadder, resumeLadder } from './life.ts';
import type { CoinDecisions } from './rules.ts';
import { takeSnapshot } from './snapshot.ts';

/** The machine of a bot of coins. */
export class CoinMachine<P extends CoinParams = CoinParams> extends LadderMachine<CoinBot<P>, CoinDecisions<P>> {
  declare readonly feeds: readonly PriceFeedId[];

  constructor(bot: CoinBot<P>, kind: CoinDecisions<P>) {
    super(bot, kind);
    this.feeds = feedsOf(bot.spec);
  }

  /** Made when it is asked for: a list of its own for every bot would be larger than the slot that is in it. */
  get slots(): readonly WakeSlot[] {
    return [this.bot.slot];
  }

  protected get triggerTicks(): number | null {
    return this.bot.params.triggerTicks;
  }

  protected get openingSide(): 'buy' | 'sell' {
    return this.bot.params.investIn === 'quote' ? 'buy' : 'sell';
  }

  protected get matchedProfit(): bigint {
    return wholeUnitsOf(this.bot.matchedProfit);
  }

  /** Its start value at the present price, the record of its creation, then it opens or waits for its trigger. */
  start(ticks: readonly number[], timeMs: number): void {
    const { bot } = this;
    const last = ticks[0] as number;
    const { spec, investment, investIn } = bot.params;
    const baseValue = unitsOfCoins(bot.base, bot.scale) * BigInt(last) * spec.tickUnits;
    setTotal(bot.start, exactOf(bot.quote) + baseValue);
    setTotal(bot.positionCash, -baseValue);
    const asset = investIn === 'quote' ? spec.quote : spec.base;
    const told = { investment: formatAmount(investment), asset, price: formatTicks(spec, last) };
    bot.sink.operation('create', timeMs, null, told, '');
    this.begin(ticks, timeMs);
  }

  protected begin(ticks: readonly number[], timeMs: number): void {
    const { bot, kind, triggerTicks } = this;
    const last = ticks[0] as number;
    if (triggerTicks === null || triggerTicks === last) kind.open(bot, last, timeMs);
    else this.awaitTrigger(bot.slot, triggerTicks, last, timeMs);
  }

  wakeByTime(timeMs: number, prices: readonly number[]): void {
    const { bot, kind } = this;
    if (timeMs < bot.wakeAtMs) return;
    const ticks = prices[0] as number;
    if (bot.step === 'init-order-process') {
      kind.open(bot, ticks, timeMs);
      return;
    }
    if (timeMs >= bot.timerAtMs) {
      kind.onTimer(bot, ticks, timeMs);
      if (bot.status === 'finished') return;
    }
    this.wakeOpened(ticks, timeMs);
  }

  pause(_ticks: readonly number[], timeMs: number): void {
    pauseLadder(this.bot, timeMs);
  }

  resume(ticks: readonly number[], timeMs: number): LifeRefusal | null {
    return resumeLadder(this.bot, this.kind, ticks[0] as number, timeMs);
  }

  holdings(): Holdings {
    return this.bot.holdings();
  }

  /** Equity is counted from the holdings; everything else from the books that fills were entered in, so the residual tells whether they agree. */
  equity(ticks: readonly number[]): EquityStatement {
    const { bot } = this;
    const owed = bot.debt ?? OWED_NOTHING;
    const own = unitsOfCoins(bot.base, bot.scale) - owed.base;
    const value = own * BigInt(ticks[0] as number) * bot.spec.tickUnits;
    return statementOf({
      start: exactOf(bot.start),
      deposits: exactOf(bot.deposits),
      withdrawals: exactOf(bot.withdrawals),
      gridProfit: exactOf(bot.gridProfit),
      positionProfit: exactOf(bot.positionCash) + value,
      fees: exactOf(bot.fees),
      interest: owed.interest,
      equity: exactOf(bot.quote) - owed.quote * EQUITY_SCALE + value,
    });
  }

  /** As coinLine (equity-line.ts), without bigint: it is asked for after every fill. */
  equityLine(): EquityLine {
    const { quote, base, scale, debt, spec, withdrawals } = this.bot;
    const coins = base.lots * scale.lotUnits + base.parts;
    const owedQuote = debt === null ? 0 : Number(debt.quote);
    const owedBase = debt === null ? 0 : Number(debt.base);
    const isExact = quote.high === 0 && withdrawals.high === 0;
    if (isExact && owedQuote <= EXACT && coins <= EXACT && owedBase <= EXACT)
      return {
        feed: 0,
        fixed: quote.low - owedQuote + withdrawals.low,
        factor: ((coins - owedBase) * scale.tickUnits) / COIN,
      };
    // What no float holds is rounded once.
    const held = heldBy(this.bot);
    const made = held.quote - (debt?.quote ?? 0n) + wholeUnitsOf(withdrawals);
    return coinLine(spec, made, held.base - (debt?.base ?? 0n));
  }

  snapshot(): unknown {
    return takeSnapshot(this.bot);
  }
}

const EXACT = Number.MAX_SAFE_INTEGER;

const OWED_NOTHING = { quote: 0n, base: 0n, interest: 0n } as const;
