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

export function coinFactory<P>(
  spec: MarketSpec,
  create: (params: P, view: MarketView, sink: EngineSink) => BotMachine,
  restore: (params: P, snapshot: unknown, view: MarketView, sink: EngineSink) => BotMachine,
  params: P,
): BotFactory {
  const { lotUnits, tickUnits } = spec;
  return {
    create: (view, sink) => create(params, view, sink),
    restore: (snapshot, view, sink) => restore(params, snapshot, view, sink),
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
  const { base, quote, tickUnits, lotUnits } = spec;
  const venue = new MatchingVenue({ base, quote, tick: tickUnits, lot: lotUnits, feeE8: feeRate });
  const post = new VenuePost(venue, BOT, random, { lost: 0.1, twice: 0.1, refused: 0.05 });
  let moves = 0;
  const bot = new VenueReconciler(
    factory,
    (request) => post.ask(request),
    ([, , asset, amount]) => {
      moves += 1;
      venue.transfer(`cash-${moves}`, BOT, asset, amount);
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
    venue.offer(ticks, order * 100n + 1n);
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

function compareBooks(bot: VenueReconciler, venue: MatchingVenue, { base, quote }: MarketSpec, ticks: number): void {
  const holdings = bot.machine.holdings();
  const isKnown = (id: string): boolean => bot.booked.has(id);
  for (const asset of [base, quote]) {
    expect(holdings[asset]).toBe(venue.ledger.known(BOT, asset, isKnown));
    expect((holdings[asset] as bigint) >= 0n).toBe(true);
  }
  if (bot.isStarted) expect(bot.machine.equity([ticks]).residual).toBe(0n);
  const fees = (asset: string): bigint =>
    bot.fills.filter(({ feeAsset }) => feeAsset === asset).reduce((sum, { fee }) => sum + fee, 0n);
  for (const asset of [base, quote]) expect(fees(asset)).toBe(feesOfBot(venue, asset, isKnown));
}

function feesOfBot(venue: MatchingVenue, asset: string, isKnown: (id: string) => boolean): bigint {
  let sum = 0n;
  for (const { account, trades, side } of venue.orders.values()) {
    if (account !== BOT) continue;
    for (const { id, fee } of trades)
      if (isKnown(id) && (side === 'buy') === (asset === 'BTC' || asset === 'DOGE')) sum += fee;
  }
  return sum;
}

function checkQuiet(bot: VenueReconciler, venue: MatchingVenue, { base, quote, lotUnits }: MarketSpec): void {
  const wishes = bot.machine.openOrders().map(({ side, ticks, quantity }) => `${side} ${ticks} ${quantity / lotUnits}`);
  const orders = venue.openOf(BOT).map(({ side, ticks, left }) => `${side} ${ticks} ${left}`);
  expect(orders.sort()).toEqual(wishes.sort());
  for (const asset of [base, quote]) expect(bot.machine.holdings()[asset]).toBe(venue.ledger.balance(BOT, asset));
}
