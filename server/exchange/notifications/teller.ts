import type { RuleKind } from '#lib/contract/notification-words.ts';
import type { StoreBatch } from '../store/store.ts';
import type { Notice } from './notice.ts';
import type { NotificationBook } from './notification-book.ts';
import type { Outbox } from './outbox.ts';
import type { SettingsBook } from './settings-book.ts';

export interface TellerParts {
  readonly notices: NotificationBook;
  readonly settings: SettingsBook;
  readonly outbox: Outbox;
}

/** Where a notification went, so that it can be written anew there. */
export interface Told {
  /** Its number in the app; 0 = it is not listed there. */
  readonly id: number;
  /** Its messages in the outbox. */
  readonly deliveries: readonly number[];
}

type Writer = Pick<StoreBatch, 'put' | 'remove'>;

/** Tells a trader something by the ways that he has chosen for it: all of them in the same turn. */
export class Teller {
  readonly #parts: TellerParts;

  constructor(parts: TellerParts) {
    this.#parts = parts;
  }

  /** `waitMs`: how long channels wait with it, where more is to be gathered. */
  tell(batch: Writer, userId: number, kind: RuleKind, notice: Notice, nowMs: number, waitMs = 0): Told {
    const { settings, outbox } = this.#parts;
    const { app, channels } = settings.rule(userId, kind);
    const id = app ? this.inApp(batch, userId, notice) : 0;
    const fresh = { userId, notice, createMs: nowMs, dueMs: nowMs + waitMs };
    const ready = channels.filter((channelId) => settings.channel(userId, channelId)?.isConfirmed === true);
    const deliveries = ready.map((channelId) => outbox.add(batch, { ...fresh, channelId }));
    return { id, deliveries: deliveries.filter((delivery) => delivery > 0) };
  }

  /** In the app alone. */
  inApp(batch: Writer, userId: number, notice: Notice): number {
    return this.#parts.notices.add(batch, userId, notice);
  }

  /** Says it anew wherever it still stands. */
  again(batch: Writer, userId: number, { id, deliveries }: Told, notice: Notice): void {
    const { notices, outbox } = this.#parts;
    if (id > 0) notices.rewrite(batch, userId, { id, ...notice });
    for (const delivery of deliveries) {
      const waiting = outbox.get(delivery);
      if (waiting !== undefined && waiting.tries === 0) outbox.put(batch, { ...waiting, notice });
    }
  }

  /** Whether it has been read in the app. */
  isRead(userId: number, { id }: Told): boolean {
    return id > 0 && this.#parts.notices.isRead(userId, id);
  }
}
