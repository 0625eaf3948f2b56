import { UNITS_PER_COIN } from '../../money/amount.ts';
import type { MarketSpec } from '../../money/market-spec.ts';
import { feedsOf } from '../bot-feeds.ts';
import {
  type BotMachine,
  type EngineSink,
  EQUITY_SCALE,
  type MarketView,
  NO_LEVEL_ABOVE,
  NO_LEVEL_BELOW,
  type PriceFeedId,
  type WakeSlot,
} from '../machine.ts';
import { COIN_LEG_WORDS, CoinLeg } from './coin-leg.ts';
import type { CoinTerms } from './coin-terms.ts';
import type { CoveredShort } from './covered-short.ts';
import { changeUnits, nearUnitsOf, setTotal, type Total, wholeUnitsOf } from './exact.ts';
import { Block, BotMemory, behindRows, namedWords } from './layout.ts';
import { TotalWords } from './total-words.ts';

/** What the body has to know of a bot of several markets; its kind's params say more. */
export interface MarketsParams {
  /** The market that it is created on; the others are its companions. */
  readonly spec: MarketSpec;
  /** Money put in, quote units; 0n when coins are brought. */
  readonly investment: bigint;
}

const HEAD = ['wakeAtMs', 'lookedAtMs', 'startedAtMs', 'fills', 'matches'] as const;
const TOTALS = 4;

/** The worth of a bot in floats, as it was weighed last. */
export interface Weighed {
  readonly values: number[];
  cash: number;
  total: number;
  /** Shares that the coins should have. */
  readonly targets: readonly number[];
}

/**
 * A bot that holds coins of several markets over one money: a small object over its block of the memory, with a leg for each
 * coin. It acts at minute boundaries only.
 */
export class MarketsBot<P extends MarketsParams = MarketsParams> extends namedWords(...HEAD) {
  declare readonly params: P;
  declare readonly view: MarketView;
  declare readonly sink: EngineSink;
  /** False when nobody listens: then no event objects are made. */
  declare readonly isHeard: boolean;
  declare readonly feeds: readonly PriceFeedId[];
  declare readonly slots: readonly WakeSlot[];
  declare readonly legs: readonly CoinLeg[];
  /** A short that its coins cover; null: it trades coins alone. */
  declare readonly short: CoveredShort | null;
  /** The money of a bot without a contract. */
  declare private readonly quote: Total;
  /** Worth of everything at the start. */
  declare readonly start: Total;
  /** What its owner put in after the start. */
  declare readonly deposits: Total;
  /** Net profit of what was completed, units. */
  declare readonly matchedProfit: Total;
  declare readonly weighed: Weighed;
  status: BotMachine['status'] = 'open';
  step: BotMachine['step'] = 'init-order-process';
  /** Prices of the last look, by feed: what the slots were laid out around. Empty before the first. */
  prices: readonly number[] = [];

  constructor(
    params: P,
    coins: readonly CoinTerms[],
    short: CoveredShort | null,
    block: Block,
    view: MarketView,
    sink: EngineSink,
  ) {
    super(block.words, block.next(HEAD.length));
    const total = (): Total => new TotalWords(block.words, block.next(TotalWords.size));
    this.params = params;
    this.view = view;
    this.sink = sink;
    this.isHeard = sink.isQuiet !== true;
    this.feeds = feedsOf(params.spec);
    this.slots = this.feeds.map(() => ({ below: NO_LEVEL_BELOW, above: NO_LEVEL_ABOVE }));
    this.short = short;
    this.quote = total();
    this.start = total();
    this.deposits = total();
    this.matchedProfit = total();
    this.legs = coins.map((terms, i) => new CoinLeg(terms, i, this, block));
    const targets = coins.map(({ targetE8 }) => Number(targetE8) / Number(UNITS_PER_COIN));
    this.weighed = { values: coins.map(() => 0), cash: 0, total: 0, targets };
    this.wakeAtMs = Number.POSITIVE_INFINITY;
    setTotal(this.quote, short === null ? params.investment * EQUITY_SCALE : 0n);
  }

  /** Units of money. With a contract it is its account's balance: all of it stands behind the short. */
  get money(): bigint {
    return this.short === null ? wholeUnitsOf(this.quote) : this.short.position.cash;
  }

  set money(units: bigint) {
    if (this.short === null) setTotal(this.quote, units * EQUITY_SCALE);
    else this.short.position.cash = units;
  }

  /** The same as a float. */
  get nearMoney(): number {
    return this.short === null ? nearUnitsOf(this.quote) : Number(this.short.position.cash);
  }

  moveMoney(units: bigint): void {
    if (this.short === null) changeUnits(this.quote, units);
    else this.short.position.cash += units;
  }

  get isRunning(): boolean {
    return this.status === 'running';
  }

  get isPaused(): boolean {
    return this.status === 'paused';
  }

  /** It has looked at these prices. */
  noteLook(prices: readonly number[], timeMs: number): void {
    this.prices = prices.slice();
    this.lookedAtMs = timeMs;
  }

  /** No price wakes it. */
  silence(): void {
    for (const slot of this.slots) {
      slot.below = NO_LEVEL_BELOW;
      slot.above = NO_LEVEL_ABOVE;
    }
  }

  /** Nothing wakes it any more. */
  sleep(): void {
    this.silence();
    this.wakeAtMs = Number.POSITIVE_INFINITY;
  }
}

/** A bot of these coins that has not started, with a memory of its own. Coin i trades on feed i, a contract after them. */
export function newMarketsBot<P extends MarketsParams>(
  params: P,
  coins: readonly CoinTerms[],
  view: MarketView,
  sink: EngineSink,
  short: CoveredShort | null = null,
): MarketsBot<P> {
  const totals = behindRows(HEAD.length, TotalWords.size, TOTALS);
  const length = behindRows(totals, COIN_LEG_WORDS, coins.length);
  const bot = new MarketsBot(params, coins, short, new Block(new BotMemory(length + 8), length), view, sink);
  if (coins.some(({ spec }, i) => spec.market !== bot.feeds[i]?.market))
    throw new Error('Coin i of a bot is on feed i');
  if (short !== null && bot.feeds[short.markFeed]?.price !== 'mark')
    throw new Error('A contract is among the companions');
  return bot;
}
