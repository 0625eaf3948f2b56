import type { EngineSink, MarketView } from '../machine.ts';
import type { CoinParams } from './coin-params.ts';
import type { Coins } from './coin-scale.ts';
import type { Total } from './exact.ts';
import { type BotMoney, LadderBot, lifeWords } from './ladder-bot.ts';
import { behind, namedWords, partsOf } from './layout.ts';
import { TotalWords } from './total-words.ts';

/** The sums of a bot of coins and money. They lie behind its lines, and what its slots hold behind them. */

class CoinWords extends namedWords('lots', 'parts') {}

/** Where each lies behind the lines. */
const SUMS = partsOf({
  quote: TotalWords.size,
  freeQuote: TotalWords.size,
  spareCost: TotalWords.size,
  start: TotalWords.size,
  gridProfit: TotalWords.size,
  positionCash: TotalWords.size,
  fees: TotalWords.size,
  matchedProfit: TotalWords.size,
  deposits: TotalWords.size,
  withdrawals: TotalWords.size,
  keptValue: TotalWords.size,
  base: CoinWords.size,
  freeBase: CoinWords.size,
});
const AT = SUMS.at;

/** Words of the life, the lines and the sums of a bot with so many slots. */
export function summedWords(slots: number): number {
  return behind(lifeWords(slots), SUMS.words);
}

/** Views of the sums that fills change or read. */
class KeptSums {
  declare readonly quote: Total;
  declare readonly freeQuote: Total;
  declare readonly spareCost: Total;
  declare readonly gridProfit: Total;
  declare readonly positionCash: Total;
  declare readonly fees: Total;
  declare readonly matchedProfit: Total;
  declare readonly withdrawals: Total;
  declare readonly keptValue: Total;
  declare readonly base: Coins;
  declare readonly freeBase: Coins;

  constructor(words: Float64Array, at: number) {
    this.quote = new TotalWords(words, behind(at, AT.quote));
    this.freeQuote = new TotalWords(words, behind(at, AT.freeQuote));
    this.spareCost = new TotalWords(words, behind(at, AT.spareCost));
    this.gridProfit = new TotalWords(words, behind(at, AT.gridProfit));
    this.positionCash = new TotalWords(words, behind(at, AT.positionCash));
    this.fees = new TotalWords(words, behind(at, AT.fees));
    this.matchedProfit = new TotalWords(words, behind(at, AT.matchedProfit));
    this.withdrawals = new TotalWords(words, behind(at, AT.withdrawals));
    this.keptValue = new TotalWords(words, behind(at, AT.keptValue));
    this.base = new CoinWords(words, behind(at, AT.base));
    this.freeBase = new CoinWords(words, behind(at, AT.freeBase));
  }
}

export abstract class SummedBot<P extends CoinParams = CoinParams> extends LadderBot<P> {
  declare private readonly sumsAt: number;
  /**
   * Kept by a bot whose memory is its own: it is one of a few, and rides along candles from fill to fill. One that lives among a
   * hundred thousand makes views when they are asked for: all of them, kept, would be larger than what they are views of.
   */
  declare private readonly kept: KeptSums | null;

  /** `length`: words of the bot in all. */
  constructor(params: P, count: number, length: number, money: BotMoney, view: MarketView, sink: EngineSink) {
    super(params, count, length, money, view, sink);
    this.sumsAt = behind(this.at, lifeWords(count));
    this.kept = sink.memory === undefined ? new KeptSums(this.words, this.sumsAt) : null;
  }

  /** Whether its memory is its own: then what it would make or work out at every fill may be kept. */
  protected get isOneOfFew(): boolean {
    return this.kept !== null;
  }

  private total(at: number): Total {
    return new TotalWords(this.words, behind(this.sumsAt, at));
  }

  private coins(at: number): Coins {
    return new CoinWords(this.words, behind(this.sumsAt, at));
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
