import type { RuleKind } from '#lib/contract/notification-words.ts';
import { formatAmount, parseAmount, UNITS_PER_COIN } from '#lib/money/amount.ts';
import { instrumentOf } from '#lib/money/market-spec.ts';
import type { Log } from '../../log/log.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { BotBook } from '../bots/bot-book.ts';
import { knownPrices } from '../bots/bot-kinds.ts';
import { contractOf, lastFeedOf } from '../bots/bot-markets.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import type { MarketFeed } from '../market/feed.ts';
import type { Sequencer, Tx } from '../sequencer/sequencer.ts';
import type { StoreReader } from '../store/store.ts';
import type { Clock } from '../surroundings/clock.ts';
import { giveWay } from '../surroundings/turn-time.ts';
import type { Notice } from './notice.ts';
import type { SettingsBook } from './settings-book.ts';
import type { Teller } from './teller.ts';

/** Store collection: what was told of a bot's conditions and has not come back since, by bot id. */
export const NOTIFICATION_WATCH = 'notification_watch';

const LOOK_MS = 60_000;
/** Bots, and accounts without any, between two looks at what came in: each is some ten microseconds. */
const BOTS_A_LOOK = 200;
/** A condition is over when it is better than where it began by this part of its limit: prices tremble. */
const BACK = { over: 5n, of: 4n };
/** A price is back in the range when it is inside by this part of the range's width. */
const RANGE_BACK = 0.01;

const WATCHED = ['liquidation', 'funding', 'range'] as const satisfies readonly RuleKind[];
type Watched = (typeof WATCHED)[number];

/** How a condition stands; `between`: neither a reason to tell it nor over. */
type Standing =
  | { readonly is: 'out'; readonly code: Notice['code']; readonly values: Notice['values'] }
  | { readonly is: 'in' | 'between' };

/** A bot whose conditions are otherwise than what was told. */
interface Found {
  readonly userId: number;
  readonly bot: LiveBot;
  readonly standings: readonly { readonly kind: Watched; readonly standing: Standing }[];
}

export interface WatchParts {
  readonly accounts: Pick<Accounts, 'everyUser'>;
  readonly book: Pick<BotBook, 'runningOf' | 'known' | 'inMemory'>;
  readonly feed: MarketFeed;
  readonly settings: SettingsBook;
  readonly teller: Teller;
  readonly sequencer: Pick<Sequencer, 'submit'>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Looks once a minute at what no turn writes: how near a bot is to its liquidation, whether its price has left its range, what
 * funding will be. Told once when it begins, and again only after it was over. Bots of accounts that want none of it are not looked
 * at, and the thread is given back after every 200.
 */
export class ConditionWatch {
  readonly #parts: WatchParts;
  readonly #told: Map<number, ReadonlySet<Watched>>;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | null = null;
  #isStopped = false;

  private constructor(parts: WatchParts, told: Map<number, ReadonlySet<Watched>>) {
    this.#parts = parts;
    this.#told = told;
  }

  static async open(parts: WatchParts & { readonly store: StoreReader }): Promise<ConditionWatch> {
    const told = new Map<number, ReadonlySet<Watched>>();
    for await (const { key, value } of parts.store.all(NOTIFICATION_WATCH)) {
      told.set(Number(key), new Set(JSON.parse(value) as Watched[]));
    }
    return new ConditionWatch(parts, told);
  }

  start(): void {
    this.#timer = setInterval(() => void this.look(), LOOK_MS);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#looking;
  }

  /** One look at all; a look that is under way goes on instead. */
  look(): Promise<void> {
    this.#looking ??= this.#lookAtAll()
      .catch((error: unknown) => this.#parts.log.error('condition-watch', { error }))
      .finally(() => {
        this.#looking = null;
      });
    return this.#looking;
  }

  async #lookAtAll(): Promise<void> {
    const { accounts, book, settings } = this.#parts;
    let seen = 0;
    const changed: Found[] = [];
    /** Notes what was found and gives the thread back after every 200. Whether the look goes on. */
    const goesOn = async (): Promise<boolean> => {
      seen += 1;
      if (seen % BOTS_A_LOOK === 0) {
        await this.#note(changed.splice(0));
        await giveWay();
      }
      return !this.#isStopped;
    };
    for (const { id: userId, account } of [...accounts.everyUser()]) {
      if (account === '') continue;
      const wanted = WATCHED.filter((kind) => {
        const { app, channels } = settings.rule(userId, kind);
        return app || channels.length > 0;
      });
      if (!(await goesOn())) return;
      if (wanted.length === 0) continue;
      for (const { record } of book.runningOf(userId)) {
        // It may have been changed, or have ended, since the list was made.
        const bot = book.inMemory(record.id);
        const found = bot === undefined ? null : this.#lookAt(userId, bot, wanted);
        if (found !== null) changed.push(found);
        if (!(await goesOn())) return;
      }
    }
    await this.#note(changed);
    await this.#forgetEnded();
  }

  /** How a bot stands, when it is otherwise than what was told of it. */
  #lookAt(userId: number, bot: LiveBot, wanted: readonly Watched[]): Found | null {
    const { feed, clock } = this.#parts;
    const prices = bot.machine === null ? null : knownPrices(feed, bot.spec, clock.nowMs());
    if (prices === null) return null;
    const before = this.#told.get(bot.record.id) ?? NOTHING;
    const standings = wanted.map((kind) => ({ kind, standing: this.#standing(kind, userId, bot, prices) }));
    const isNew = standings.some(
      ({ kind, standing }) => (standing.is === 'out') !== before.has(kind) && standing.is !== 'between',
    );
    return isNew ? { userId, bot, standings } : null;
  }

  /** Many bots leave their ranges with one price: they are told of in one turn. */
  async #note(found: readonly Found[]): Promise<void> {
    if (found.length === 0) return;
    await this.#parts.sequencer.submit((tx) => {
      for (const one of found) this.#noteOne(tx, one);
    });
  }

  #noteOne(tx: Tx, { userId, bot: { record }, standings }: Found): void {
    const told = new Set(this.#told.get(record.id) ?? NOTHING);
    const about = { botId: record.id, botKind: record.kind, name: record.name, market: record.market };
    for (const { kind, standing } of standings) {
      if (standing.is === 'in') told.delete(kind);
      if (standing.is !== 'out' || told.has(kind)) continue;
      told.add(kind);
      const notice = { kind, code: standing.code, timeMs: tx.nowMs, ...about, values: standing.values };
      this.#parts.teller.tell(tx, userId, kind, notice, tx.nowMs);
    }
    if (told.size === 0) {
      this.#told.delete(record.id);
      tx.remove(NOTIFICATION_WATCH, `${record.id}`);
    } else {
      this.#told.set(record.id, told);
      tx.put(NOTIFICATION_WATCH, `${record.id}`, JSON.stringify([...told]));
    }
  }

  /** Bots that have ended need no memory. */
  async #forgetEnded(): Promise<void> {
    const { book, sequencer } = this.#parts;
    const ended = [...this.#told.keys()].filter(
      (id) => book.known(id)?.record.status === 'finished' || book.known(id) === undefined,
    );
    if (ended.length === 0) return;
    await sequencer.submit((tx) => {
      for (const id of ended.slice(0, BOTS_A_LOOK)) {
        this.#told.delete(id);
        tx.remove(NOTIFICATION_WATCH, `${id}`);
      }
    });
  }

  #standing(kind: Watched, userId: number, bot: LiveBot, prices: readonly number[]): Standing {
    const { settings, feed, clock } = this.#parts;
    const { liquidationPercent, fundingPercent } = settings.of(userId);
    if (kind === 'liquidation') return liquidationStanding(bot, prices, percentE8(liquidationPercent));
    if (kind === 'range') return rangeStanding(bot, prices);
    const contract = contractOf(bot.spec);
    const rate = contract === null ? null : feed.expectedFundingRate(instrumentOf(contract), clock.nowMs());
    return rate === null ? { is: 'in' } : fundingStanding(rate, percentE8(fundingPercent), fundingPercent);
  }
}

const NOTHING: ReadonlySet<Watched> = new Set();

/** Percent as text, in 1e-8. */
function percentE8(text: string): bigint {
  return (parseAmount(text) ?? 0n) / 100n;
}

/** How far the mark price (of loans the last one) is from where the bot is closed by force. */
function liquidationStanding({ machine, spec }: LiveBot, prices: readonly number[], limitE8: bigint): Standing {
  const position = machine?.position?.(prices);
  const ticks = position?.liquidationTicks ?? machine?.loan?.(prices)?.forcedCloseTicks ?? null;
  if (ticks === null) return { is: 'in' };
  const contract = position === undefined || position === null ? null : contractOf(spec);
  // Of a contract the mark price stands behind the last one (feedsOf).
  const price = prices[contract === null ? 0 : lastFeedOf(spec, instrumentOf(contract)) + 1] ?? 0;
  if (price <= 0) return { is: 'between' };
  const awayE8 = (BigInt(Math.abs(Math.round(price) - ticks)) * UNITS_PER_COIN) / BigInt(Math.round(price));
  if (awayE8 <= limitE8) {
    // Percent with two decimals.
    const percent = formatAmount(((awayE8 * 100n) / 1_000_000n) * 1_000_000n);
    return { is: 'out', code: 'liquidation-near', values: { percent } };
  }
  return { is: awayE8 * BACK.of >= limitE8 * BACK.over ? 'in' : 'between' };
}

function fundingStanding(rateE8: bigint, limitE8: bigint, limit: string): Standing {
  const size = rateE8 < 0n ? -rateE8 : rateE8;
  if (size > limitE8)
    return { is: 'out', code: 'funding-out', values: { percent: formatAmount(rateE8 * 100n), limit } };
  return { is: size * BACK.over <= limitE8 * BACK.of ? 'in' : 'between' };
}

/** Which side of its range the last price is on. The range itself is not said: a copier of a closed bot may not see it. */
function rangeStanding({ record }: LiveBot, [last = 0]: readonly number[]): Standing {
  const { range } = record;
  if (range === null || record.step !== 'running') return { is: 'in' };
  if (last < range.lowTicks) return { is: 'out', code: 'range-left', values: { where: 'below' } };
  if (last > range.highTicks) return { is: 'out', code: 'range-left', values: { where: 'above' } };
  const margin = (range.highTicks - range.lowTicks) * RANGE_BACK;
  return { is: last >= range.lowTicks + margin && last <= range.highTicks - margin ? 'in' : 'between' };
}
