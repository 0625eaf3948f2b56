import { reserveOf } from '#lib/contract/notification-words.ts';
import type { Log } from '../../log/log.ts';
import type { Sequencer, Tx } from '../sequencer/sequencer.ts';
import type { Clock } from '../surroundings/clock.ts';
import type { Seal } from '../surroundings/seal.ts';
import { labelOf, openSecrets, sealLabel } from './channel-secrets.ts';
import { deliveryLine, readyOf, type UnderWay } from './delivery-line.ts';
import type { Message } from './notice.ts';
import type { Delivery, Outbox } from './outbox.ts';
import { deliver, type Outcome, type SenderParts } from './senders.ts';
import type { Channel, SettingsBook } from './settings-book.ts';
import type { Teller } from './teller.ts';

export interface DeliveryParts extends SenderParts {
  readonly settings: SettingsBook;
  readonly outbox: Outbox;
  readonly teller: Teller;
  readonly seal: Seal;
  readonly sequencer: Pick<Sequencer, 'submit' | 'onDisk'>;
  readonly clock: Clock;
  readonly log: Log;
}

const LOOK_MS = 1_000;
/** 30 s, doubled with each try that failed: the eighth is an hour after the first. */
const FIRST_WAIT_MS = 30_000;
const MOST_TRIES = 8;

/**
 * Brings out what waits in the outbox. At least once: a kill between a message's arrival and its removal sends it again, under the
 * same id. What does not arrive is tried eight times within an hour, then given up, which the channel and the app say.
 */
export class DeliveryRounds {
  readonly #parts: DeliveryParts;
  readonly #underWay = new Map<number, UnderWay & { readonly run: Promise<void> }>();
  readonly #line = deliveryLine();
  /** Until when messages rest of which the store could not be told what became of them: they would be sent every second. */
  readonly #restUntilMs = new Map<number, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#timer = setInterval(() => this.look(), LOOK_MS);
  }

  /** Begins nothing more; resolves when what is under way has ended. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#all();
  }

  /** Begins what is due, as far as there is room. */
  look(): void {
    const { outbox, clock } = this.#parts;
    const ready = readyOf(this.#rested(outbox.due(clock.nowMs())), this.#underWay);
    for (let next = this.#line(ready, this.#underWay); next !== null; next = this.#line(ready, this.#underWay)) {
      ready.delete(next.delivery);
      this.#begin(next.delivery, next.isInTurn);
    }
  }

  *#rested(due: Iterable<Delivery>): Iterable<Delivery> {
    const nowMs = this.#parts.clock.nowMs();
    for (const [id, untilMs] of this.#restUntilMs) if (untilMs <= nowMs) this.#restUntilMs.delete(id);
    for (const delivery of due) if (!this.#restUntilMs.has(delivery.id)) yield delivery;
  }

  #begin(delivery: Delivery, isInTurn: boolean): void {
    const { id, userId } = delivery;
    const run = this.#run(delivery)
      .catch((error: unknown) => {
        this.#restUntilMs.set(id, this.#parts.clock.nowMs() + FIRST_WAIT_MS);
        this.#parts.log.error('delivery-failed', { error });
      })
      .finally(() => this.#underWay.delete(id));
    this.#underWay.set(id, { userId, isInTurn, run });
  }

  async #all(): Promise<void> {
    await Promise.all([...this.#underWay.values()].map(({ run }) => run));
  }

  /** Everything that is due now and can be sent, for tests: resolves when it has been tried. */
  async settle(): Promise<void> {
    for (this.look(); this.#underWay.size > 0; this.look()) await this.#all();
  }

  /** Sends one message now, beside the outbox. */
  async send(userId: number, channel: Channel, message: Message): Promise<Outcome> {
    const secrets = openSecrets(this.#parts.seal, userId, channel);
    return secrets === null ? { error: 'sealed', isFinal: true } : deliver(this.#parts, channel, secrets, message);
  }

  async #run(delivery: Delivery): Promise<void> {
    const { settings, outbox, sequencer, guard, clock } = this.#parts;
    const { id, userId, channelId, createMs } = delivery;
    const channel = settings.channel(userId, channelId);
    if (channel === undefined || !channel.isConfirmed) {
      await sequencer.submit((tx) => outbox.remove(tx, id));
      return;
    }
    const waitMs = await guard.take(userId, reserveOf(delivery.notice));
    if (waitMs > 0) {
      await sequencer.submit((tx) => outbox.put(tx, { ...delivery, dueMs: tx.nowMs + waitMs }));
      return;
    }
    // It may be of a turn that is still being written: what the disk does not have has not happened.
    await sequencer.onDisk();
    const message = { id: `${createMs.toString(36)}-${id}`, notice: delivery.notice, timeMs: clock.nowMs() };
    const outcome = await this.send(userId, channel, message);
    await sequencer.submit((tx) => {
      // What was removed or written anew meanwhile is not put back.
      const now = outbox.get(id);
      if (now === undefined) return;
      if (outcome === 'sent') {
        outbox.remove(tx, id);
        settings.putChannel(tx, userId, channelId, { lastMs: tx.nowMs, error: '' });
        return;
      }
      const tries = now.tries + 1;
      if (!outcome.isFinal && tries < MOST_TRIES) {
        const waitMs = Math.max(FIRST_WAIT_MS * 2 ** (tries - 1), outcome.waitMs ?? 0);
        outbox.put(tx, { ...now, tries, dueMs: tx.nowMs + waitMs });
        settings.putChannel(tx, userId, channelId, { error: outcome.error });
        return;
      }
      if (outcome.error === 'gone' && this.#isAnew(userId, channel)) {
        outbox.put(tx, { ...now, dueMs: tx.nowMs });
        return;
      }
      this.#giveUp(tx, now, channel, outcome.error);
    });
  }

  /** A channel that leads nowhere any more is removed, and that is said; what waits for it goes when its time comes. */
  removeGone(tx: Tx, userId: number, channel: Channel): void {
    const { settings } = this.#parts;
    // Two messages may have found nobody at a time, and its browser may have subscribed anew meanwhile.
    if (settings.channel(userId, channel.id) === undefined || this.#isAnew(userId, channel)) return;
    settings.removeChannel(tx, userId, channel.id);
    this.#say(tx, userId, channel, 'channel-gone');
  }

  /** Whether a channel leads elsewhere than where a message has found nobody: what was found of the one says nothing of the other. */
  #isAnew(userId: number, { id, sealed }: Channel): boolean {
    const now = this.#parts.settings.channel(userId, id);
    return now !== undefined && now.sealed !== sealed;
  }

  /** Said once of a channel, until something arrives again. */
  #giveUp(tx: Tx, delivery: Delivery, channel: Channel, error: Channel['error']): void {
    const { settings, outbox } = this.#parts;
    const { userId, channelId } = delivery;
    const before = settings.channel(userId, channelId) ?? channel;
    outbox.remove(tx, delivery.id);
    if (error === 'gone') {
      this.removeGone(tx, userId, channel);
      return;
    }
    const isFirst = before.givenUp === 0 || before.lastMs > before.toldMs;
    settings.putChannel(tx, userId, channelId, {
      error,
      givenUp: before.givenUp + 1,
      ...(isFirst ? { toldMs: tx.nowMs } : {}),
    });
    if (isFirst) this.#say(tx, userId, channel, 'delivery-failed');
  }

  #say(tx: Tx, userId: number, channel: Channel, code: 'delivery-failed' | 'channel-gone'): void {
    const { teller, seal } = this.#parts;
    teller.inApp(tx, userId, {
      kind: 'delivery',
      code,
      timeMs: tx.nowMs,
      botId: 0,
      botKind: '',
      name: '',
      market: '',
      values: { channel: sealLabel(seal, userId, labelOf(seal, userId, channel)) },
    });
  }
}
