import type { EngineSink, MarketView } from '../machine.ts';
import type { CoinParams } from './coin-params.ts';
import type { Coins } from './coin-scale.ts';
import type { Total } from './exact.ts';
import { type BotMoney, LadderBot, lifeWords } from './ladder-bot.ts';
import { namedWords } from './layout.ts';
import { TOTAL_WORDS, TotalWords } from './total-words.ts';

/** The sums of a bot of coins and money. They lie behind its lines, and what its slots hold behind them. */

class CoinWords extends namedWords('lots', 'parts') {}
const COIN_WORDS = 2;

/** Where each lies behind the lines. */
const AT = {
  quote: 0 * TOTAL_WORDS,
  freeQuote: 1 * TOTAL_WORDS,
  spareCost: 2 * TOTAL_WORDS,
  start: 3 * TOTAL_WORDS,
  gridProfit: 4 * TOTAL_WORDS,
  positionCash: 5 * TOTAL_WORDS,
  fees: 6 * TOTAL_WORDS,
  matchedProfit: 7 * TOTAL_WORDS,
  deposits: 8 * TOTAL_WORDS,
  withdrawals: 9 * TOTAL_WORDS,
  keptValue: 10 * TOTAL_WORDS,
  base: 11 * TOTAL_WORDS,
  freeBase: 11 * TOTAL_WORDS + COIN_WORDS,
} as const;
const SUM_WORDS = AT.freeBase + COIN_WORDS;

/** Words of the life, the lines and the sums of a bot with so many slots. */
export function summedWords(slots: number): number {
  return lifeWords(slots) + SUM_WORDS;
}

/** Views of the sums that fills change or read. */
class KeptSums {
  readonly quote: Total;
  readonly freeQuote: Total;
  readonly spareCost: Total;
  readonly gridProfit: Total;
  readonly positionCash: Total;
  readonly fees: Total;
  readonly matchedProfit: Total;
  readonly withdrawals: Total;
  readonly keptValue: Total;
  readonly base: Coins;
  readonly freeBase: Coins;

  constructor(words: Float64Array, at: number) {
    this.quote = new TotalWords(words, at + AT.quote);
    this.freeQuote = new TotalWords(words, at + AT.freeQuote);
    this.spareCost = new TotalWords(words, at + AT.spareCost);
    this.gridProfit = new TotalWords(words, at + AT.gridProfit);
    this.positionCash = new TotalWords(words, at + AT.positionCash);
    this.fees = new TotalWords(words, at + AT.fees);
    this.matchedProfit = new TotalWords(words, at + AT.matchedProfit);
    this.withdrawals = new TotalWords(words, at + AT.withdrawals);
    this.keptValue = new TotalWords(words, at + AT.keptValue);
    this.base = new CoinWords(words, at + AT.base);
    this.freeBase = new CoinWords(words, at + AT.freeBase);
  }
}

export abstract class SummedBot<P extends CoinParams = CoinParams> extends LadderBot<P> {
  private readonly sumsAt: number;
  /**
   * Kept by a bot whose memory is its own: it is one of a few, and rides along candles from fill to fill. One that lives among a
   * hundred thousand makes views when they are asked for: all of them, kept, would be larger than what they are views of.
   */
  private readonly kept: KeptSums | null;

  /** `length`: words of the bot in all. */
  constructor(params: P, count: number, length: number, money: BotMoney, view: MarketView, sink: EngineSink) {
    super(params, count, length, money, view, sink);
    this.sumsAt = this.at + lifeWords(count);
    this.kept = sink.memory === undefined ? new KeptSums(this.words, this.sumsAt) : null;
  }

  /** Whether its memory is its own: then what it would make or work out at every fill may be kept. */
  protected get isOneOfFew(): boolean {
    return this.kept !== null;
  }

  private total(at: number): Total {
    return new TotalWords(this.words, this.sumsAt + at);
  }

  private coins(at: number): Coins {
    return new CoinWords(this.words, this.sumsAt + at);
  }

  get quote(): Total {
    return this.kept === null ? this.total(AT.quote) : this.kept.quote;
  }

  get freeQuote(): Total {
    return this.kept === null ? this.total(AT.freeQuote) : this.kept.freeQuote;
  }

  /** What the free coins cost. */
  get spareCost(): Total {
    return this.kept === null ? this.total(AT.spareCost) : this.kept.spareCost;
  }

  get start(): Total {
    return this.total(AT.start);
  }

  get gridProfit(): Total {
    return this.kept === null ? this.total(AT.gridProfit) : this.kept.gridProfit;
  }

  /** Before fees: what coins outside completed pairs brought in, less what they and the held ones cost. */
  get positionCash(): Total {
    return this.kept === null ? this.total(AT.positionCash) : this.kept.positionCash;
  }

  get fees(): Total {
    return this.kept === null ? this.total(AT.fees) : this.kept.fees;
  }

  get matchedProfit(): Total {
    return this.kept === null ? this.total(AT.matchedProfit) : this.kept.matchedProfit;
  }

  /** Money put in after the start. */
  get deposits(): Total {
    return this.total(AT.deposits);
  }

  /** Money taken out before the end. */
  get withdrawals(): Total {
    return this.kept === null ? this.total(AT.withdrawals) : this.kept.withdrawals;
  }

  /** What the coins are kept at, where a kind keeps them at a value. */
  get keptValue(): Total {
    return this.kept === null ? this.total(AT.keptValue) : this.kept.keptValue;
  }

  get base(): Coins {
    return this.kept === null ? this.coins(AT.base) : this.kept.base;
  }

  get freeBase(): Coins {
    return this.kept === null ? this.coins(AT.freeBase) : this.kept.freeBase;
  }
}
