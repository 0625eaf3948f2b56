import { setTimeout } from 'node:timers/promises';
import type { Log } from '../../log/log.ts';
import type { MarketTurns } from '../bots/market-turns.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Teller } from '../notifications/teller.ts';
import type { AccountWorth } from '../portfolio/account-worth.ts';
import type { Sequencer, Tx } from '../sequencer/sequencer.ts';
import type { Clock } from '../surroundings/clock.ts';
import { oneAtATime } from '../surroundings/one-at-a-time.ts';
import { giveWay } from '../surroundings/turn-time.ts';
import { AT_MARKET, obstacleOf } from './account-ends.ts';
import { type LookParts, type SeenAccount, seenAccount } from './account-look.ts';
import { type Decision, decide } from './decide.ts';
import { figureOf } from './judge.ts';
import { type Crossing, hasLimits, PROTECTION_ENDS, type ProtectionBook } from './protection-book.ts';

const LOOK_MS = 30_000;
/** Money that moves between a look and its turn has it begun again; so often, then the next look has it. */
const TRIES = 3;
/** Bots that are ended in one turn: each some tenths of a millisecond. */
const ENDS_A_TURN = 10;
/** Accounts that are looked at while the disk is told of others: turns are shared, and accounts of strangers hold up nobody's look. */
const AT_ONCE = 16;

/** However many accounts have limits, looks take a fifth of the thread at most: after so many ms of work there is a rest four times as long. */
const WORK_MS = 5;
const RESTS = 4;

/** One line for all accounts. */
const ALL = 0;

export interface WatchParts extends LookParts {
  readonly guards: ProtectionBook;
  readonly ledger: Ledger;
  readonly turns: MarketTurns;
  readonly teller: Pick<Teller, 'tell'>;
  readonly sequencer: Pick<Sequencer, 'submit'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly log: Log;
}

/** What the last look at an account came to. */
export interface LastLook {
  readonly timeMs: number;
  readonly worth: AccountWorth;
}

/**
 * Looks at accounts that have limits, every half minute and when a limit was changed. That a limit is reached is decided once, in a turn
 * that finds the account as it was looked at; its bots are ended bot by bot, in turns of their own, until none is left.
 */
export class ProtectionWatch {
  readonly #parts: WatchParts;
  readonly #rest: (ms: number) => Promise<unknown>;
  readonly #lane = oneAtATime();
  /** Bots of one account are added up at a time: the thread is not theirs alone. */
  readonly #adding = oneAtATime();
  readonly #last = new Map<number, LastLook>();
  readonly #ending = new Map<number, Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | null = null;
  #isStopped = false;
  /** Since the last rest, ms. */
  #workedMs = 0;
  /** Told of every account that was looked at, when it was. */
  onLooked: (userId: number) => void = () => {};

  /** `rest`: waits, ms. */
  constructor(parts: WatchParts, rest: (ms: number) => Promise<unknown> = (ms) => setTimeout(ms)) {
    this.#parts = parts;
    this.#rest = rest;
  }

  /** What was begun before a restart is gone on with at once. */
  start(): void {
    this.#timer = setInterval(() => void this.look(), LOOK_MS);
    void this.look();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#looking;
    await this.settled();
  }

  /** Of the running process; undefined = none yet. */
  lastLook(userId: number): LastLook | undefined {
    return this.#last.get(userId);
  }

  /** One look at all accounts; one that is under way goes on instead. */
  look(): Promise<void> {
    this.#looking ??= this.#lookAtAll().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  /** Resolves when the ends under way are over. */
  async settled(): Promise<void> {
    await Promise.all(this.#ending.values());
  }

  /** One look at one account. Never throws: what goes wrong is told, and looked at again. */
  async lookAt(userId: number): Promise<void> {
    try {
      await this.#lane(userId, () => this.#lookAtOne(userId));
    } catch (error) {
      if (!this.#isStopped) this.#parts.log.error('protection-watch', { error, userId });
    }
  }

  async #lookAtAll(): Promise<void> {
    const underWay = new Set<Promise<void>>();
    for (const userId of this.#parts.guards.guarded()) {
      if (this.#isStopped) break;
      const one = this.lookAt(userId).finally(() => underWay.delete(one));
      underWay.add(one);
      if (underWay.size >= AT_ONCE) await Promise.race(underWay);
      await giveWay();
    }
    await Promise.all(underWay);
  }

  async #seen(userId: number): Promise<SeenAccount | null> {
    if (this.#workedMs >= WORK_MS) {
      await this.#rest(RESTS * this.#workedMs);
      this.#workedMs = 0;
    }
    const worked = (ms: number): void => {
      this.#workedMs += ms;
    };
    return seenAccount(this.#parts, userId, this.#parts.clock.nowMs, { worked });
  }

  async #lookAtOne(userId: number): Promise<void> {
    const { guards, sequencer } = this.#parts;
    if (!hasLimits(guards.of(userId))) {
      this.#last.delete(userId);
      return;
    }
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const seen = await this.#adding(ALL, () => this.#seen(userId));
      if (seen === null) break;
      this.#last.set(userId, { timeMs: seen.nowMs, worth: seen.worth });
      this.onLooked(userId);
      const decision = decide(seen.guard, seen);
      if (decision.guard === seen.guard) break;
      if (await sequencer.submit((tx) => this.#write(tx, userId, seen, decision))) break;
    }
    if (this.#endsAll(userId) !== undefined) this.#goOnEnding(userId);
  }

  /** Whether the account is as it was looked at: what was found then is written. */
  #write(tx: Tx, userId: number, seen: SeenAccount, { guard, fresh }: Decision): boolean {
    const { guards, teller } = this.#parts;
    if (!seen.isStill()) return false;
    guards.put(tx, userId, guard);
    for (const crossing of fresh) teller.tell(tx, userId, 'protection', noticeOf(crossing), tx.nowMs);
    return true;
  }

  #endsAll(userId: number): Crossing | undefined {
    return this.#parts.guards.of(userId).crossings.find(({ action }) => action === 'stop-all');
  }

  #goOnEnding(userId: number): void {
    if (this.#ending.has(userId)) return;
    const ending = this.#endBots(userId).finally(() => this.#ending.delete(userId));
    this.#ending.set(userId, ending);
  }

  /** Bots that cannot be ended now are tried again with the next look. */
  async #endBots(userId: number): Promise<void> {
    const ids = this.#parts.book.runningOf(userId).map(({ record }) => record.id);
    for (let from = 0; from < ids.length && !this.#isStopped; from += ENDS_A_TURN) {
      const some = ids.slice(from, from + ENDS_A_TURN);
      const ended = await Promise.allSettled(
        some.map((id) => this.#parts.sequencer.submit((tx) => this.#end(tx, userId, id))),
      );
      for (const one of ended) {
        if (one.status === 'rejected' && !this.#isStopped)
          this.#parts.log.error('protection-end', { error: one.reason, userId });
      }
      await giveWay();
    }
  }

  /** Its state says whether it was ended already, and is written in the same turn: a restart between two ends doubles none. */
  #end(tx: Tx, userId: number, id: number): void {
    const { guards, book, turns } = this.#parts;
    // Armed again, or under other limits, meanwhile.
    const crossing = this.#endsAll(userId);
    const bot = book.inMemory(id);
    if (crossing === undefined || bot === undefined || obstacleOf(this.#parts, bot) !== null) return;
    turns.terminate(tx, bot, AT_MARKET, { cause: `protection_${crossing.limit}` });
    const guard = guards.of(userId);
    const crossings = guard.crossings.map((one) => (one === crossing ? { ...one, ended: one.ended + 1 } : one));
    guards.put(tx, userId, { ...guard, crossings });
    const { limit, asset, timeMs } = crossing;
    tx.append(PROTECTION_ENDS, `${userId}`, tx.nowMs, JSON.stringify({ botId: id, limit, asset, timeMs }));
  }
}

function noticeOf({ limit, asset, timeMs, value, most, action }: Crossing) {
  const figures = { limit: figureOf(limit, most) };
  const about = { timeMs, botId: 0, botKind: '', name: '', market: '' } as const;
  return limit === 'drawdown'
    ? ({
        kind: 'protection',
        code: `drawdown-${action}`,
        ...about,
        values: { ...figures, percent: percentText(value) },
      } as const)
    : ({
        kind: 'protection',
        code: `exposure-${action}`,
        ...about,
        values: { ...figures, quantity: figureOf(limit, value), coin: asset },
      } as const);
}

/** With two decimals, rounded down. */
function percentText(partE8: bigint): string {
  return figureOf('drawdown', (partE8 / 10_000n) * 10_000n);
}
