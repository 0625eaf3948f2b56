import type { Log } from '../../log/log.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { BotBook } from '../bots/bot-book.ts';
import type { MarketFeed } from '../market/feed.ts';
import type { OutboundWays } from '../outbound/ways.ts';
import type { Derive, Sequencer } from '../sequencer/sequencer.ts';
import type { StoreBatch, StoreReader } from '../store/store.ts';
import type { Clock } from '../surroundings/clock.ts';
import type { Random } from '../surroundings/random.ts';
import { withSealedLabels } from './channel-secrets.ts';
import { ConditionWatch } from './condition-watch.ts';
import { DeliveryRounds } from './delivery.ts';
import { FillDigest, GATHER_MS, type OwnFill } from './fill-digest.ts';
import { createMailer, type Mailer } from './mailer.ts';
import { NotificationBook } from './notification-book.ts';
import { Outbox } from './outbox.ts';
import { SettingsBook } from './settings-book.ts';
import { Teller, type Told } from './teller.ts';
import { type NewsOf, newsOfTurn, newsTurnOf } from './turn-news.ts';

interface OpeningParts {
  readonly accounts: Pick<Accounts, 'byId' | 'isPublished' | 'everyUser' | 'onSessionEnded' | 'onOthersEnded'>;
  readonly book: Pick<BotBook, 'known' | 'runningOf' | 'inMemory'>;
  readonly feed: MarketFeed;
  readonly sequencer: Pick<Sequencer, 'onWritten' | 'onDisk' | 'submit'>;
  readonly store: StoreReader;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly ways: OutboundWays;
}

export interface NotificationParts extends OpeningParts {
  readonly notices: NotificationBook;
  readonly settings: SettingsBook;
  readonly outbox: Outbox;
  readonly teller: Teller;
  readonly mailer: Mailer | null;
  readonly rounds: DeliveryRounds;
  readonly watch: ConditionWatch;
}

/** Reads what was told before. Nothing is told before `listen`, nothing sent before `start`. */
export async function openNotifications(parts: OpeningParts): Promise<Notifications> {
  const { store, ways } = parts;
  const notices = await NotificationBook.open(store);
  const settings = await SettingsBook.open(store);
  // Whoever leaves a browser, there or from elsewhere, is told nothing on its screen any more.
  parts.accounts.onSessionEnded((tx, { userId, key }) => settings.removeOfSession(tx, userId, key));
  parts.accounts.onOthersEnded((tx, { userId, key }) => settings.removeOfOtherSessions(tx, userId, key));
  const outbox = await Outbox.open(store);
  const teller = new Teller({ notices, settings, outbox });
  const mailer = ways.mail === null ? null : createMailer(ways.mail, ways.guard);
  const known = { ...parts, notices, settings, outbox, teller, mailer };
  const rounds = new DeliveryRounds({ ...known, ...ways });
  const watch = await ConditionWatch.open(known);
  return new Notifications({ ...known, rounds, watch });
}

/** A notification of fills that further ones are added to. */
interface OpenDigest {
  readonly digest: FillDigest;
  readonly told: Told | null;
}

/**
 * Makes notifications of what turns write, into the same turn: a kill leaves both or neither, and nothing is told twice. Fills of an
 * account within ten minutes are one notification, written anew, until it is read; a start begins with a new one.
 */
export class Notifications {
  readonly parts: NotificationParts;
  readonly #open = new Map<number, OpenDigest>();
  #others: readonly NewsOf[] = [];

  constructor(parts: NotificationParts) {
    this.parts = parts;
  }

  /** From the next turn on, what others make news of too. A demo world is made before: nobody is told of its past. */
  listen(others: readonly NewsOf[]): void {
    this.#others = others;
    this.parts.sequencer.onWritten(this.#derive);
  }

  start(): void {
    void this.#sealOldLabels();
    this.parts.rounds.start();
    this.parts.watch.start();
  }

  async stop(): Promise<void> {
    await this.parts.watch.stop();
    await this.parts.rounds.stop();
  }

  readonly #derive: Derive = (written, batch, nowMs) => {
    const { book, teller } = this.parts;
    const isTold = (userId: number): boolean => this.#isTold(userId);
    const turn = newsTurnOf(written);
    const { fills, ends } = newsOfTurn(turn, { book, isTold });
    const others = this.#others.flatMap((newsOf) => newsOf(turn, isTold));
    const touched = new Set<number>();
    for (const { userId, fill } of fills) {
      this.#gather(userId, fill, nowMs);
      touched.add(userId);
    }
    for (const userId of touched) this.#tellFills(batch, userId, nowMs);
    for (const { userId, kind, notice } of [...ends, ...others]) teller.tell(batch, userId, kind, notice, nowMs);
  };

  /** Rows of a program that kept labels as they are; what cannot be opened any more loses what it was called. */
  async #sealOldLabels(): Promise<void> {
    const { settings, sequencer, ways, log } = this.parts;
    for (const userId of settings.withPlainLabels()) {
      await sequencer
        .submit((tx) => settings.put(tx, userId, withSealedLabels(ways.seal, userId, settings.of(userId))))
        .catch((error: unknown) => log.error('labels-not-sealed', { error }));
    }
  }

  /** Providers of the demo world cannot log in. */
  #isTold(userId: number): boolean {
    return (this.parts.accounts.byId(userId)?.account ?? '') !== '';
  }

  #gather(userId: number, fill: OwnFill, nowMs: number): void {
    const open = this.#open.get(userId);
    const goesOn = open !== undefined && nowMs - open.digest.sinceMs < GATHER_MS;
    if (goesOn && !(open.told !== null && this.parts.teller.isRead(userId, open.told))) {
      open.digest.add(fill);
      return;
    }
    const digest = new FillDigest(nowMs);
    digest.add(fill);
    this.#open.set(userId, { digest, told: null });
  }

  #tellFills(batch: Pick<StoreBatch, 'put' | 'remove'>, userId: number, nowMs: number): void {
    const open = this.#open.get(userId);
    if (open === undefined) return;
    const { teller } = this.parts;
    const { digest, told } = open;
    const notice = digest.notice();
    if (told === null)
      this.#open.set(userId, { digest, told: teller.tell(batch, userId, 'fill', notice, nowMs, GATHER_MS) });
    else teller.again(batch, userId, told, notice);
  }
}
