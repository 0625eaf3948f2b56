import { formatAmount, UNITS_PER_COIN } from '#lib/money/amount.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import type { User } from '../accounts/user.ts';
import type { StoredPayload } from '../bots/bot-record.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { copiedPayload } from '../copies/copied-payload.ts';
import type { MarketFeed } from '../market/feed.ts';
import { isAllowed } from './bot-plan.ts';
import { createSeededRandom, type SeededRandom } from './seeded-random.ts';

/** Nobody copies a bot that has shown nothing. */
const LEAST_AGE_MS = 5 * DAY_MS;
/** Copies that a demo world comes to: each is one bot more that the market is followed with. */
const MOST_COPIES = 24;
/** And of one bot. */
const MOST_OF_ONE = 5;
/** How likely somebody copies one of a day's bots within six hours. */
const CHANCE = 0.0015;

/** A copy that is made now. */
export interface DemoCopy {
  readonly source: LiveBot;
  readonly owner: User;
  readonly payload: StoredPayload;
}

/** Who copies what in the demo world, so that followers and what they got stand there from the first start on: the same for the same seed and market. */
export class DemoCopies {
  private readonly feed: MarketFeed;
  private readonly users: readonly User[];
  private readonly random: SeededRandom;
  private readonly counts = new Map<number, number>();
  private made = 0;

  constructor(feed: MarketFeed, users: readonly User[], seed: string) {
    this.feed = feed;
    this.users = users;
    this.random = createSeededRandom(`${seed}/copies`);
  }

  /** The copies of a moment, of bots that anybody may copy then, by another provider and with money of his own. */
  at(bots: readonly LiveBot[], atMs: number): readonly DemoCopy[] {
    return bots.flatMap((source) => this.copyOf(source, atMs) ?? []);
  }

  private copyOf(source: LiveBot, atMs: number): DemoCopy | null {
    const { id, kind, ownerId, createMs, isHide, followId, status } = source.record;
    const count = this.counts.get(id) ?? 0;
    if (isHide || followId > 0 || status !== 'running' || atMs - createMs < LEAST_AGE_MS) return null;
    if (this.made >= MOST_COPIES || count >= MOST_OF_ONE || !this.random.chance(CHANCE)) return null;
    const owner = this.random.pick(this.users);
    if (owner.id === ownerId) return null;
    const money = (source.record.money * BigInt(this.random.integer(40, 120))) / 100n;
    // Nobody types digits behind the point of a larger sum.
    const typed = money > UNITS_PER_COIN ? money - (money % UNITS_PER_COIN) : money;
    const own = {
      money: formatAmount(typed),
      leverage: undefined,
      stopLoss: undefined,
      stopProfit: undefined,
      texts: {},
    };
    const payload = copiedPayload(source, own);
    if ('code' in payload || !isAllowed(this.feed, kind, payload, atMs)) return null;
    this.counts.set(id, count + 1);
    this.made += 1;
    return { source, owner, payload };
  }
}
