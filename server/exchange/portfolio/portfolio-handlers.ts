import { LRUCache } from 'lru-cache';
import type { Dual } from '../dual/dual.ts';
import { openOrders } from '../dual/dual-worth.ts';
import { type Handlers, type Reply, signedIn } from '../http/handler.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { MarketFeed } from '../market/feed.ts';
import { busy, ok, type Refusal } from '../replies/reply.ts';
import { askerOf } from '../surroundings/asker.ts';
import type { Clock } from '../surroundings/clock.ts';
import { oneAtATime } from '../surroundings/one-at-a-time.ts';
import { giveWay } from '../surroundings/turn-time.ts';
import type { AccountDays } from './account-days.ts';
import { balancesOf, isSame } from './balances.ts';
import { type BotMoveParts, botMoves } from './bot-moves.ts';
import { movesView } from './move-sums.ts';
import { MOVES } from './move-task.ts';
import { PortfolioSums } from './portfolio-sums.ts';
import { portfolioView } from './portfolio-view.ts';
import { Valuation } from './valuation.ts';

export interface PortfolioParts extends BotMoveParts {
  readonly ledger: Ledger;
  readonly dual: Dual;
  readonly feed: MarketFeed;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** Traders of whom it is kept what moves would do. */
const KEPT_TRADERS = 64;
/** Bots between two looks at what came in: some milliseconds. */
const BOTS_A_PIECE = 100;
/** What moves would do is as old as this at the most. */
const MOVES_KEPT_MS = 30_000;
/** Traders whose bots are taken along moves at the same time. */
const MOST_UNDER_WAY = 8;
/** And of one asker, however many accounts there are behind him. */
const MOST_OF_ASKER = 3;
/** Money that goes to and fro meanwhile has it begun again; so often. */
const TRIES = 5;

export function portfolioHandlers(
  parts: PortfolioParts,
  daysOf: (userId: number) => AccountDays,
): Pick<Handlers, 'portfolio' | 'portfolioMoves'> {
  const moves = keptMoves(parts);
  const lane = oneAtATime();

  async function portfolio(userId: number, nowMs: number): Promise<Reply<'portfolio'>> {
    const days = daysOf(userId);
    await days.follow(parts.book, userId);
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const reply = await portfolioOf(parts, userId, days, nowMs);
      if (reply !== null) return reply;
    }
    return busy();
  }

  return {
    portfolio: (request) => {
      const { id } = signedIn(request);
      return lane(id, () => portfolio(id, request.nowMs));
    },
    portfolioMoves: (request) => moves.of(signedIn(request).id, askerOf(request)),
  };
}

/** What moves would do, kept for a while: copies of a thousand bots take seconds. */
function keptMoves(parts: PortfolioParts) {
  const kept = new LRUCache<number, Promise<Reply<'portfolioMoves'>>>({ max: KEPT_TRADERS, ttl: MOVES_KEPT_MS });
  const underWay: string[] = [];
  const isFull = (asker: string): boolean =>
    underWay.length >= MOST_UNDER_WAY || underWay.filter((one) => one === asker).length >= MOST_OF_ASKER;

  async function work(userId: number, asker: string): Promise<Reply<'portfolioMoves'>> {
    underWay.push(asker);
    try {
      return await movesOf(parts, userId);
    } finally {
      underWay.splice(underWay.indexOf(asker), 1);
    }
  }

  return {
    of(userId: number, asker: string): Promise<Reply<'portfolioMoves'>> | Refusal {
      const known = kept.get(userId);
      if (known !== undefined) return known;
      if (isFull(asker)) return busy();
      const reply = work(userId, asker);
      // Kept from when it is there; one that failed is none.
      kept.set(userId, reply, { ttl: 0 });
      reply.then(
        () => kept.get(userId) === reply && kept.set(userId, reply),
        () => kept.delete(userId),
      );
      return reply;
    },
  };
}

async function movesOf(parts: PortfolioParts, userId: number): Promise<Reply<'portfolioMoves'>> {
  const { ledger, dual, feed, clock } = parts;
  const nowMs = clock.nowMs();
  const balances = balancesOf(ledger, userId);
  const orders = openOrders(dual, userId, nowMs);
  const { bots, leftOut } = await botMoves(parts, userId, nowMs);
  const ends = MOVES.map((percent) => new Valuation(feed, nowMs, percent));
  return ok(movesView({ balances, orders, bots, leftOut, now: new Valuation(feed, nowMs), ends, nowMs }));
}

/** Null when money went between accounts and bots meanwhile: it would be in both, or in neither. */
async function portfolioOf(
  { ledger, dual, feed, book, views }: PortfolioParts,
  userId: number,
  days: AccountDays,
  nowMs: number,
): Promise<Reply<'portfolio'> | null> {
  const balances = balancesOf(ledger, userId);
  const orders = openOrders(dual, userId, nowMs);
  const own = book.ofOwner(userId);
  const value = new Valuation(feed, nowMs);
  const sums = new PortfolioSums({ ledger, views }, days, value, nowMs);
  for (const [index, bot] of own.entries()) {
    if (index > 0 && index % BOTS_A_PIECE === 0) await giveWay();
    // A change puts another machine in a bot's place, and the one that was listed has none any more.
    sums.add(book.known(bot.record.id) ?? bot);
  }
  if (own.length > BOTS_A_PIECE && !isSame(balances, balancesOf(ledger, userId))) return null;
  return ok(portfolioView({ balances, orders, sums, days, value, unread: days.unreadOf(own).length, nowMs }));
}
