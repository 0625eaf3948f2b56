import { expect } from 'vitest';
import type { BotMachine, EngineSink, MarketView } from '#lib/engine/machine.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { BOT, MatchingVenue } from '../support/venue/matching-venue.ts';
import { PAUSE, RESUME, terminating } from '../support/venue/venue-acts.ts';
import { seededRandom, VenuePost } from '../support/venue/venue-post.ts';
import { type BotFactory, VenueReconciler } from '../support/venue/venue-reconciler.ts';
import { PRICE, START_MS } from './engine-scenario.ts';

/** A market order is reckoned so many ticks worse than the price. */
const SLIP = 3;

/** What makes machines of a kind. */
export interface KindHouse<P> {
  create(params: P, view: MarketView, sink: EngineSink): BotMachine;
  restore(params: P, snapshot: unknown, view: MarketView, sink: EngineSink): BotMachine;
}

export function factoryOf<P>(spec: MarketSpec, house: KindHouse<P>, params: P): BotFactory {
  const { tickUnits } = spec;
  const lotUnits = spec.contract?.quantoUnits ?? spec.lotUnits;
  return {
    create: (view, sink) => house.create(params, view, sink),
    restore: (snapshot, view, sink) => house.restore(params, snapshot, view, sink),
    pieceOf: ({ lots, quote, fee }) => ({ quantity: lots * lotUnits, quote, fee }),
    lotsOf: (quantity) => quantity / lotUnits,
    ticksOf({ quantity, quote }, side) {
      const [value, tick] = [quote * 100_000_000n, quantity * tickUnits];
      return Number(side === 'buy' ? (value + tick - 1n) / tick : value / tick);
    },
    view: {
      movingAverage: () => PRICE,
      marketFillTicks: (_feed, side, _quantity, ticks) => (side === 'buy' ? ticks + SLIP : Math.max(1, ticks - SLIP)),
    },
  };
}

export interface Life {
  readonly factory: BotFactory;
  readonly spec: MarketSpec;
  readonly feeRate: bigint;
  readonly seed: number;
  readonly funds: { readonly asset: string; readonly amount: bigint };
}

const STEPS = 300;
const QUIET_STEPS = 3_000;

/** Lives a bot at a venue, and looks after every step whether its books are the venue's. */
export function lifeAtVenue({ factory, spec, feeRate, seed, funds }: Life): VenueReconciler {
  const random = seededRandom(seed);
  const { base, quote, tickUnits, contract } = spec;
  const lotUnits = contract?.quantoUnits ?? spec.lotUnits;
  const isContract = contract !== undefined;
  const venue = new MatchingVenue({ base, quote, tick: tickUnits, lot: lotUnits, feeE8: feeRate, isContract });
  const post = new VenuePost(venue, BOT, random, { lost: 0.1, twice: 0.1, refused: 0.05 });
  let moves = 0;
  const bot = new VenueReconciler(
    factory,
    (request) => post.ask(request),
    ([type, , asset, amount]) => {
      moves += 1;
      // Interest is added to what is owed; nothing moves.
      if (type !== 'interest') venue.transfer(`cash-${moves}`, BOT, asset, amount);
      return `cash-${moves}`;
    },
  );
  post.onNews = (news) => bot.orders.hear(news);
  venue.transfer('funds', BOT, funds.asset, funds.amount);
  bot.booked.add('funds');
  let [ticks, timeMs] = [PRICE, START_MS];
  const check = (): void => compareBooks(bot, venue, spec, ticks);
  const order =
    funds.asset === base
      ? funds.amount / lotUnits / 8n
      : (funds.amount * 100_000_000n) / (BigInt(PRICE) * tickUnits * lotUnits) / 8n;
  const some = (): bigint => BigInt(Math.floor(random() * Number(order > 2n ** 40n ? 2n ** 40n : order) * 2)) + 1n;
  for (let step = 0; step < STEPS; step += 1) {
    ticks = Math.max(10, Math.round(ticks * (1 + (random() - 0.5) * (random() < 0.05 ? 0.06 : 0.012))));
    timeMs += Math.floor(random() * 40_000);
    venue.flow('sell', ticks, some());
    venue.flow('buy', ticks, some());
    venue.offer(ticks, order * 100n + 10_000n);
    for (let i = Math.floor(random() * 6); i > 0; i -= 1) post.deliver();
    if (random() < 0.03) bot.restart();
    if (random() < 0.02) bot.request(random() < 0.5 ? PAUSE : RESUME);
    bot.step(ticks, timeMs);
    check();
  }
  const settle = (): void => {
    while (!post.isEmpty) post.deliver();
    bot.orders.doubt();
    while (!post.isEmpty) post.deliver();
    bot.orders.doubt();
    for (let step = 0; step < QUIET_STEPS; step += 1) {
      for (let i = 0; i < 4; i += 1) post.deliver();
      bot.step(ticks, timeMs);
      check();
      if (post.isEmpty && bot.isQuiet(ticks, timeMs)) return;
    }
    throw new Error('It never becomes quiet');
  };
  settle();
  checkQuiet(bot, venue, spec);
  bot.request(terminating({ type: random() < 0.5 ? 'market' : 'no_close' }));
  settle();
  checkQuiet(bot, venue, spec);
  expect(bot.machine.status).toBe('finished');
  expect(venue.openOf(BOT)).toEqual([]);
  return bot;
}

/** Of what grids store, what says which money is free. */
interface GridSnapshot {
  readonly grid?: GridSnapshot;
  readonly amounts: { readonly freeQuote?: string; readonly freeBase?: string };
  readonly empty: number;
  readonly intervals: readonly (readonly unknown[])[];
  readonly pieces?: { readonly parts: readonly (readonly [number, number, string, string])[] };
}

function compareBooks(bot: VenueReconciler, venue: MatchingVenue, spec: MarketSpec, ticks: number): void {
  const { base, quote, tickUnits, contract } = spec;
  const holdings = bot.machine.holdings();
  for (const amount of Object.values(holdings)) expect(amount >= 0n).toBe(true);
  if (!bot.isStarted) return;
  const isKnown = (id: string): boolean => bot.booked.has(id);
  const has = (asset: string): bigint => venue.ledger.known(BOT, asset, isKnown);
  const { equity, residual } = bot.machine.equity([ticks, ticks]);
  expect(residual).toBe(0n);
  const debt = (asset: string): bigint =>
    bot.machine.loan?.([ticks])?.debts.find((owed) => owed.asset === asset)?.owed ?? 0n;
  // What it owes is the lender's; of a contract everything that it has at a price.
  const own = (asset: string): bigint => has(asset) - debt(asset);
  expect(equity).toBe(own(quote) * 100_000_000n + own(base) * BigInt(ticks) * tickUnits);
  const toldFees = new Map<string, bigint>();
  for (const { feeAsset, fee } of bot.fills) toldFees.set(feeAsset, (toldFees.get(feeAsset) ?? 0n) + fee);
  for (const asset of [base, quote]) {
    if (contract === undefined) expect(holdings[asset]).toBe(has(asset));
    expect(toldFees.get(asset) ?? 0n).toBe(feesOfBot(venue, asset === base, contract !== undefined, isKnown));
  }
}

/** What the bot has paid in fees, in coins or in the quote asset. */
function feesOfBot(
  venue: MatchingVenue,
  inCoins: boolean,
  isContract: boolean,
  isKnown: (id: string) => boolean,
): bigint {
  let sum = 0n;
  for (const { account, trades, side } of venue.orders.values()) {
    if (account !== BOT || (side === 'buy' && !isContract) !== inCoins) continue;
    for (const { id, fee } of trades) if (isKnown(id)) sum += fee;
  }
  return sum;
}

function checkQuiet(bot: VenueReconciler, venue: MatchingVenue, spec: MarketSpec): void {
  const { base, quote, contract } = spec;
  const lotUnits = contract?.quantoUnits ?? spec.lotUnits;
  const wishes = bot.machine.openOrders().map(({ side, ticks, quantity }) => `${side} ${ticks} ${quantity / lotUnits}`);
  const orders = venue.openOf(BOT).map(({ side, ticks, left }) => `${side} ${ticks} ${left}`);
  expect(orders.sort()).toEqual(wishes.sort());
  // The bot's books know of everything that the venue has booked.
  for (const { id, postings } of venue.ledger.entries) {
    if (postings.some(({ account }) => account === BOT)) expect(bot.booked.has(id)).toBe(true);
  }
  if (contract !== undefined && bot.machine.status === 'finished') expect(venue.ledger.balance(BOT, base)).toBe(0n);
  if (contract !== undefined) return;
  for (const asset of [base, quote]) expect(bot.machine.holdings()[asset]).toBe(venue.ledger.balance(BOT, asset));
  if (bot.machine.status === 'running') compareFree(bot.machine.snapshot(), venue);
}

/** What is free in the bot's books, and what is kept apart of orders that are executed in part, is what the venue lets it set apart. */
function compareFree(snapshot: unknown, venue: MatchingVenue): void {
  const stored = snapshot as GridSnapshot;
  const { amounts, pieces, intervals, empty } = stored.grid ?? stored;
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
