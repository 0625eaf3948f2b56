import type { EngineKind } from '#lib/engine/engine-kind.ts';
import type { CloseInstruction, MarketView } from '#lib/engine/machine.ts';
import type { ContractSpec } from '#lib/formulas/contract-value.ts';
import { fundingPayment } from '#lib/formulas/funding.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { BOT, MatchingVenue, venueLedger } from '../support/venue/matching-venue.ts';
import { type Act, DELEVERAGE, PAUSE, RESUME, terminating } from '../support/venue/venue-acts.ts';
import type { VenueLedger } from '../support/venue/venue-ledger.ts';
import { seededRandom, VenuePost } from '../support/venue/venue-post.ts';
import { VenueReconciler } from '../support/venue/venue-reconciler.ts';
import { PRICE, START_MS } from './engine-scenario.ts';
import { KnownBooks } from './venue-books.ts';
import {
  countingOf,
  type FeedMarket,
  feedMarketsOf,
  PriceTape,
  pricesOf,
  venueMarketOf,
  worthAt,
} from './venue-market.ts';

const COIN = 100_000_000n;
const STEPS = 300;
const QUIET_STEPS = 3_000;
/** Steps in which a market order that is executed at all is. */
const PATIENCE = 500;
const MOST_LOTS = 2n ** 40n;

export interface Funds {
  readonly asset: string;
  readonly amount: bigint;
}

/** What its owner may ask of a bot while it lives, chosen by random numbers in [0, 1). */
export type Asks<P> = (params: P, random: () => number, prices: readonly number[], timeMs: number) => Act<P>;

export interface Life<P extends { readonly spec: MarketSpec }> {
  readonly kind: EngineKind<P>;
  readonly params: P;
  readonly feeRate: bigint;
  readonly seed: number;
  readonly funds: readonly Funds[];
  /** An order that is large for the bot is such a part of what its funds would buy. */
  readonly largest: bigint;
  readonly asks: Asks<P>;
}

/** A market of a life: where it is traded, and the price that is seen. */
interface LifeMarket extends FeedMarket {
  readonly venue: MatchingVenue;
  /** Lots of an order that is large for the bot. */
  readonly large: bigint;
}

/** One life of a bot at a venue, which is looked at after every step: whether the bot's books are the venue's. */
export class VenueLife<P extends { readonly spec: MarketSpec }> {
  readonly bot: VenueReconciler<P>;
  private readonly life: Life<P>;
  private readonly random: () => number;
  private readonly ledger: VenueLedger;
  private readonly markets: readonly LifeMarket[];
  private readonly post: VenuePost;
  private readonly tape = new PriceTape(START_MS);
  private readonly known: KnownBooks;
  private readonly ticks = new Map<number, number>();
  /** Where prices tend to, parts of them a step: far enough in some lives for every stop and most liquidations. */
  private readonly drift: number;
  /** The step from which on its owner may end it. */
  private readonly closesFrom: number;
  private timeMs = START_MS;

  constructor(life: Life<P>) {
    this.life = life;
    const { kind, params, feeRate, seed, funds, largest } = life;
    this.random = seededRandom(seed);
    this.drift = this.random() < 0.6 ? 0 : (this.random() - 0.5) * 0.002;
    this.closesFrom = STEPS * (0.2 + 0.6 * this.random());
    const markets = feedMarketsOf(params.spec);
    this.ledger = venueLedger(markets.some(({ spec }) => spec.contract !== undefined));
    this.markets = markets.map(({ feed, spec }) => {
      const venue = new MatchingVenue(venueMarketOf(spec, feeRate), this.ledger);
      return { feed, spec, venue, large: largeOrder(venue.market, funds, largest) };
    });
    for (const { feed } of markets) this.ticks.set(feed, PRICE);
    const venues = new Map(this.markets.map(({ feed, venue }) => [feed, venue]));
    this.post = new VenuePost(venues, BOT, this.random, { lost: 0.1, twice: 0.1, refused: 0.05 });
    let moves = 0;
    const counting = new Map(this.markets.map(({ feed, venue }) => [feed, countingOf(venue.market)]));
    this.bot = new VenueReconciler(
      { kind, params, view: this.view(), counting },
      (request) => this.post.ask(request),
      (asset, amount) => {
        moves += 1;
        this.ledger.transfer(`cash-${moves}`, BOT, asset, amount);
        return `cash-${moves}`;
      },
    );
    this.post.onNews = (news) => this.bot.orders.hear(news);
    for (const { asset, amount } of funds) {
      this.ledger.transfer(`funds-${asset}`, BOT, asset, amount);
      this.bot.booked.add(`funds-${asset}`);
    }
    this.known = new KnownBooks(this.ledger, [...venues.values()], this.bot.booked);
  }

  /**
   * The tape's, where no account is asked for more funding than it can pay: what it cannot pay becomes part of its entry value, and of
   * no movement of money, so that nobody tells this venue of it.
   */
  private view(): MarketView {
    const view = this.tape.view();
    return {
      ...view,
      fundingRate: (feed, timeMs) => {
        const rateE8 = view.fundingRate?.(feed, timeMs) ?? null;
        const spec = this.markets.find((market) => market.feed === feed)?.spec;
        if (rateE8 === null || spec?.contract === undefined) return rateE8;
        const { machine } = this.bot;
        const size = machine.position?.(this.prices)?.size ?? 0n;
        const paid = fundingPayment(spec as ContractSpec, size, this.ticks.get(feed) as number, rateE8);
        return (machine.holdings()[spec.contract.settle] ?? 0n) + paid < 0n ? 0n : rateE8;
      },
    };
  }

  private get prices(): number[] {
    return pricesOf(this.markets, this.ticks);
  }

  /** It lives, ends, and nothing is left of it at the venue. */
  run(): void {
    for (let step = 0; step < STEPS; step += 1) this.step(step);
    this.settle();
    this.request(this.close());
    this.settle();
    this.request(terminating({ type: this.random() < 0.5 ? 'market' : 'no_close' }));
    this.settle();
    expect(this.bot.machine.status).toBe('finished');
    for (const { venue } of this.markets) expect(venue.openOf(BOT)).toEqual([]);
  }

  private request(act: Act<never>): void {
    this.bot.request(() => act);
  }

  private step(step: number): void {
    const { random, bot, post } = this;
    this.timeMs += Math.floor(random() * 40_000);
    for (const market of this.markets) this.trade(market);
    for (let i = Math.floor(random() * 6); i > 0; i -= 1) post.deliver();
    if (random() < 0.03) bot.restart();
    // More is asked where it is least expected: while an order is executed in part.
    const often = bot.isAmongPieces ? 10 : 1;
    if (random() < 0.02 * often) this.request(random() < 0.5 ? PAUSE : RESUME);
    const { asks } = this.life;
    // It is asked for by the params of then, which what was asked before may change.
    if (random() < 0.02 * often) bot.request((params) => asks(params, random, this.prices, this.timeMs));
    if (step > this.closesFrom && random() < 0.008 * (bot.machine.status === 'stopping' ? 5 : often > 1 ? 60 : 1))
      this.request(random() < 0.1 ? DELEVERAGE : this.close());
    bot.step(this.prices, this.timeMs);
    this.check();
  }

  /** The price moves, and others trade there. */
  private trade({ feed, spec, venue, large }: LifeMarket): void {
    const { random, ticks, drift } = this;
    // A contract beside its coin follows that.
    const isBeside = feed > 0 && spec.contract !== undefined;
    const before = ticks.get(isBeside ? 0 : feed) as number;
    const wide = isBeside ? 0.004 : random() < 0.05 ? 0.06 : 0.012;
    const now = Math.max(10, Math.round(before * (1 + (isBeside ? 0 : drift) + (random() - 0.5) * wide)));
    ticks.set(feed, now);
    this.tape.see(feed, now, this.timeMs);
    const some = (): bigint => BigInt(Math.floor(random() * Number(large > MOST_LOTS ? MOST_LOTS : large) * 2)) + 1n;
    venue.flow('sell', now, some());
    venue.flow('buy', now, some());
    venue.offer(now, bookAround(large));
  }

  /**
   * Of an act something can have happened – of several market orders the first, a loan – and what is left be refused, because by the prices of
   * now the bot cannot pay for it: it is tried until prices are back where the act was planned.
   */
  private bringBack(planned: readonly number[]): void {
    for (const { feed, venue, large } of this.markets) {
      const ticks = planned[feed] as number;
      this.ticks.set(feed, ticks);
      venue.offer(ticks, bookAround(large));
    }
  }

  /** At the market, what it has kept, or at a limit near the price, that may expire. */
  private close(): Act<never> {
    const { random, timeMs } = this;
    const which = random();
    if (which < 0.5) return terminating({ type: which < 0.25 ? 'market' : 'no_close' });
    const ticks = Math.round((this.prices[0] as number) * (1 + (random() - 0.5) * 0.03));
    const close: CloseInstruction = { type: 'limit', ticks, expiresAtMs: timeMs + Math.floor(random() * 1_200_000) };
    return terminating(close);
  }

  /** Until nothing is under way. */
  private settle(): void {
    const { post, bot } = this;
    while (!post.isEmpty) post.deliver();
    bot.orders.doubt();
    while (!post.isEmpty) post.deliver();
    bot.orders.doubt();
    for (let step = 0; step < QUIET_STEPS; step += 1) {
      for (let i = 0; i < 4; i += 1) post.deliver();
      if (bot.plannedAt !== null && step % PATIENCE === PATIENCE - 1) this.bringBack(bot.plannedAt);
      bot.step(this.prices, this.timeMs);
      this.check();
      if (!post.isEmpty || !bot.isQuiet(this.prices, this.timeMs)) continue;
      this.checkQuiet();
      return;
    }
    throw new Error('It never becomes quiet');
  }

  /** The bot's books are the venue's, as far as it knows of those. */
  private check(): void {
    const { bot, known } = this;
    const { machine } = bot;
    const holdings = machine.holdings();
    for (const amount of Object.values(holdings)) expect(amount >= 0n).toBe(true);
    if (!bot.isStarted) return;
    const { equity, residual } = machine.equity(this.prices);
    expect(residual).toBe(0n);
    const toldFees = new Map<string, bigint>();
    for (const { feeAsset, fee } of bot.fills) toldFees.set(feeAsset, (toldFees.get(feeAsset) ?? 0n) + fee);
    for (const { venue } of this.markets)
      for (const asset of [venue.market.base, venue.market.quote])
        expect(toldFees.get(asset) ?? 0n).toBe(known.feesIn(asset));
    // What it owes is the lender's; of a contract everything that it has at a price.
    const debts = machine.loan?.(this.prices)?.debts ?? [];
    const own = (asset: string): bigint =>
      known.balance(asset) - (debts.find((owed) => owed.asset === asset)?.owed ?? 0n);
    let worth = 0n;
    for (const asset of this.moneys) worth += own(asset) * COIN;
    for (const { feed, venue } of this.markets) {
      worth += worthAt(venue.market, own(venue.market.base), this.ticks.get(feed) as number);
      if (venue.market.type === 'spot') expect(holdings[venue.market.base]).toBe(known.balance(venue.market.base));
    }
    expect(equity).toBe(worth);
    this.checkProfit();
    if (!this.hasContract) for (const asset of this.moneys) expect(holdings[asset]).toBe(known.balance(asset));
  }

  /** Its profit is that of the trades that it has told: of its rounds, or of the fills that have completed one. */
  private checkProfit(): void {
    const { machine, fills, roundProfits } = this.bot;
    const told = machine.round === undefined ? fills.map(({ matchProfit }) => matchProfit ?? 0n) : roundProfits;
    expect(machine.statistics().matchedProfit).toBe(told.reduce((sum, profit) => sum + profit, 0n));
  }

  /** What the markets are paid with. */
  private get moneys(): Set<string> {
    return new Set(this.markets.map(({ venue }) => venue.market.quote));
  }

  private get hasContract(): boolean {
    return this.ledger.isEndless(BOT);
  }

  /** The venue's orders are those that the bot wishes, and everything that the venue has booked is in its books. */
  private checkQuiet(): void {
    const { bot, ledger, hasContract } = this;
    const { machine, booked } = bot;
    for (const { feed, venue } of this.markets) {
      const { lot, base, quote, type } = venue.market;
      const wishes = machine.openOrders().filter((order) => (order.feed ?? 0) === feed);
      const wished = wishes.map(({ side, ticks, quantity }) => `${side} ${ticks} ${quantity / lot}`);
      const open = venue.openOf(BOT).map(({ side, ticks, left }) => `${side} ${ticks} ${left}`);
      expect(open.sort()).toEqual(wished.sort());
      if (type !== 'spot' && machine.status === 'finished') expect(ledger.balance(BOT, base)).toBe(0n);
      if (hasContract) continue;
      for (const asset of [base, quote]) expect(machine.holdings()[asset]).toBe(ledger.balance(BOT, asset));
      if (machine.status === 'running') compareFree(machine.snapshot(), venue);
    }
    for (const { id, postings } of ledger.entries) {
      if (postings.some(({ account }) => account === BOT)) expect(booked.has(id)).toBe(true);
    }
  }
}

/** Lots that others offer at each price: enough for a bot that has grown as rich as leverage makes it. */
function bookAround(large: bigint): bigint {
  return (large + 1n) * 1_000_000n;
}

/** One part of so many of what the funds would buy at the first price. */
function largeOrder(
  { base, lot, tick, type }: MatchingVenue['market'],
  funds: readonly Funds[],
  parts: bigint,
): bigint {
  let lots = 0n;
  for (const { asset, amount } of funds) {
    const price = BigInt(PRICE) * tick;
    if (asset === base) lots += amount / lot;
    else if (type === 'inverse') lots += (amount * price) / COIN / lot;
    else lots += (amount * COIN) / (price * lot);
  }
  return lots / parts;
}

/** Of what grids store, what says which money is free. */
interface GridSnapshot {
  readonly grid?: GridSnapshot;
  readonly amounts: { readonly freeQuote?: string; readonly freeBase?: string };
  readonly empty: number;
  /** By slot; what is no grid has none. */
  readonly intervals?: readonly (readonly unknown[])[];
  readonly pieces?: { readonly parts: readonly (readonly [number, number, string, string])[] };
}

/** What is free in the bot's books, and what is kept apart of orders that are executed in part, is what the venue lets it set apart. */
function compareFree(snapshot: unknown, venue: MatchingVenue): void {
  const stored = snapshot as GridSnapshot;
  const { amounts, pieces, intervals, empty } = stored.grid ?? stored;
  if (intervals === undefined) return;
  const parts = pieces?.parts ?? [];
  // An order that is whole and waits for a nearer one has set apart what the venue has given back.
  if (amounts.freeQuote === undefined || parts.some(([slot]) => intervals[slot]?.[2] === '0')) return;
  let [quote, base] = [BigInt(amounts.freeQuote), BigInt(amounts.freeBase ?? 0)];
  for (const [slot, , value, coins] of parts) {
    if (slot < empty) base += BigInt(coins);
    else quote += BigInt(value);
  }
  expect(quote).toBe(venue.available(BOT, 'buy'));
  expect(base).toBe(venue.available(BOT, 'sell'));
}
