import { setImmediate as nextLook } from 'node:timers/promises';
import type { BotStatus } from '#lib/contract/bot-words.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { STREAM } from '#server/exchange/bots/bot-book.ts';
import { STATUS_MOVES } from '#server/exchange/bots/bot-states.ts';
import { COLLECTIONS } from '#server/exchange/collections.ts';
import { botAccount, TRADING_ACCOUNTS, userAccount } from '#server/exchange/ledger/account-names.ts';
import { brokenLaw } from '#server/exchange/ledger/memory-ledger.ts';
import type { MarketFeed } from '#server/exchange/market/feed.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import type { JournalRow, TurnBatch } from '#server/exchange/store/store.ts';
import { expect } from '#tests/support/quick-expect.ts';
import {
  type MemoryDisk,
  memoryDisk,
  openSlowStore,
  type SlowStore,
  type TurnFate,
} from '#tests/support/slow-store.ts';
import type { TriedKind } from '#tests/support/tried-kind.ts';
import { seededRandom } from '#tests/support/venue/venue-post.ts';
import { type Jump, jumpingFeed } from '#tests/unit/exchange-crash-feed.ts';
import { openTestExchange, type TestAnswer, type TestExchange, type Who } from '#tests/unit/exchange-fixture.ts';
import { KIND_BODIES, priceAt } from '#tests/unit/exchange-kind-bodies.ts';
import { unitsOf } from '#tests/unit/exchange-own-books.ts';
import {
  addedMoney,
  Draws,
  drawnClose,
  drawnExits,
  drawnLeverage,
  drawnRange,
  drawnStops,
  FUNDPASS,
  fundingOf,
  isGridCall,
  type OwnerAct,
  pauseOrGoOn,
  stopOf,
  takenMoney,
} from './owner-acts.ts';

/**
 * One bot's life under a schedule: acts of its owner's that race with each other and with the market, on a disk that takes its time, with
 * one end of the process at a point of the life's table. What was answered has happened once, what was not is asked again under its key.
 */

const DEMO = 10_001;
const STEPS = 7;

/** Statuses that a turn leaves a bot of this exchange in; the others of the table lie within a turn. */
const KEPT: readonly BotStatus[] = ['open', 'running', 'pause', 'stopping', 'finished'];

/** Where a bot may be found next by the life's table, in one turn of as many moves as it takes. */
function reachable(from: BotStatus): ReadonlySet<BotStatus> {
  const found = new Set<BotStatus>();
  const look = (status: BotStatus): void => {
    for (const next of STATUS_MOVES[status]) {
      if (found.has(next)) continue;
      found.add(next);
      look(next);
    }
  };
  look(from);
  return found;
}

/** What a turn makes of a bot: its creation, what the life's table lets become of it, something within a status, its way to the archive. */
export const LIFE_STEPS: readonly string[] = [
  'created',
  ...KEPT.flatMap((from) => KEPT.filter((to) => to !== from && reachable(from).has(to)).map((to) => `${from} → ${to}`)),
  ...KEPT.filter((status) => status !== 'finished').map((status) => `within ${status}`),
  'archived',
];
/** These take two things of one turn – its opening and a command right behind it – and are met by chance alone. */
export const BY_CHANCE: readonly string[] = ['open → pause', 'open → stopping'];

/** Before the disk has the turn, after that but before anybody hears of it, and once it was answered. */
export const FATES = ['lost', 'answer-lost', 'after'] as const;
export interface CrashPoint {
  readonly step: string;
  readonly fate: (typeof FATES)[number];
}

/** A schedule's market: its book may be thin, so that closes fill in parts, and it jumps. */
function marketOf(draws: Draws, jumps: readonly Jump[], isThin: boolean): MarketFeed {
  const wide = FEED;
  const thin: MarketFeed = { ...wide, depthWithin: (...asked) => wide.depthWithin(...asked) / 20_000n };
  return jumpingFeed(isThin || draws.chance(0.5) ? thin : wide, jumps);
}
const FEED = createSimulatedFeed({ seed: 'exchange-tests' });

/** An act on its way, or whose answer never came. */
interface Going extends OwnerAct {
  readonly key: string;
  /** Money that it moves into the bot (positive) or out of it, fine; none else has the same amount. */
  readonly moves: bigint;
  /** Sent when the end was acknowledged already. */
  readonly isLate: boolean;
}

/** Whether bots of a kind can come by a point: who waits for a price stays open, and whose close may rest is stopping. */
export function meets(kind: TriedKind, { step }: CrashPoint): boolean {
  if (step.includes('stopping')) return factsOf(kind).trades === 'market';
  return !step.startsWith('open') && !step.endsWith('open') ? true : WAITING_KINDS.includes(kind);
}

/** Kinds that may wait for a price within a range around the present one. */
const WAITING_KINDS: readonly TriedKind[] = [
  'spot_grid',
  'futures_grid',
  'margin_grid',
  'martingale',
  'contract-martingale',
];

const looks = async (count: number): Promise<void> => {
  for (let left = count; left > 0; left -= 1) await nextLook();
};

export class ScheduledLife {
  private readonly draws: Draws;
  /** Of the disk alone: how often it is asked hangs on who waits for whom. */
  private readonly pace: Draws;
  private readonly jumps: Jump[] = [];
  private readonly feed: MarketFeed;
  private readonly disk: MemoryDisk = memoryDisk();
  readonly point: CrashPoint;
  private readonly kind: TriedKind;
  /** Where the process ended, and every step that a written turn made of the bot. */
  readonly seen = new Set<string>();
  hasCrashed = false;
  private savedAs: 'limit' | 'market' | null = null;
  private isArmed = true;
  /** The present process has met its end, or is about to. */
  private isEnding = false;
  /** Sent, and not answered yet. */
  private readonly unanswered = new Set<Going>();
  private statuses = new Map<string, string>();
  private store!: SlowStore;
  private crash: () => void = () => {};
  private crashed: Promise<'crashed'> = new Promise(() => {});
  private exchange!: TestExchange;
  private who!: Who;
  private id = 0;
  private keys = 0;
  /** Rows that the disk had when the end of the bot was acknowledged. */
  private endedAtRow: number | null = null;
  /** Amounts that were acknowledged, and those that were refused. */
  private readonly moved: bigint[] = [];
  private readonly refused: bigint[] = [];
  private begun = 0n;

  constructor(kind: TriedKind, seed: number, point: CrashPoint) {
    this.kind = kind;
    this.point = point;
    this.draws = new Draws(seededRandom(seed * 6_151 + kind.length));
    this.pace = new Draws(seededRandom(seed + 1));
    this.feed = marketOf(this.draws, this.jumps, point.step.includes('stopping'));
  }

  async live(): Promise<void> {
    await this.open();
    this.begun = this.owned();
    try {
      await this.during(() => this.create());
      for (let i = 0; i < STEPS && this.id !== 0; i += 1) {
        await this.during(() => this.race());
        await this.during(() => this.assertLaws());
      }
      if (this.id !== 0) await this.end();
    } finally {
      this.store.crash();
    }
  }

  /** Does it in the present process; where that ends meanwhile, the next one takes over. What goes wrong in a process that ended is no answer. */
  private async during(work: () => Promise<void>): Promise<void> {
    const done = work();
    done.catch(() => {});
    try {
      await Promise.race([done, this.crashed]);
    } catch (error) {
      if (!this.isEnding) throw error;
    }
    if (!this.isEnding) return;
    await this.crashed;
    await this.recover();
  }

  private async open(clock?: TestExchange['clock']): Promise<void> {
    this.isEnding = false;
    this.crashed = new Promise((resolve) => {
      this.crash = () => {
        this.store.crash();
        resolve('crashed');
      };
    });
    this.store = openSlowStore(this.disk, {
      collections: COLLECTIONS,
      delay: () => (this.pace.chance(0.3) ? this.pace.below(4) : 0),
      fateOf: (batch) => this.fateOf(batch),
    });
    this.exchange = await openTestExchange('', {
      store: this.store,
      feed: this.feed,
      outlivesTest: true,
      ...(clock ? { clock } : {}),
    });
    this.who = await this.exchange.trader();
  }

  /** What the turn makes of the bot, and whether the process ends with it. */
  private fateOf(batch: TurnBatch): TurnFate {
    const steps = this.stepsOf(batch);
    const isPoint = this.isArmed && steps.includes(this.point.step);
    if (!isPoint) {
      this.wrote(batch, steps);
      return 'written';
    }
    this.isArmed = false;
    this.hasCrashed = true;
    this.isEnding = true;
    const { fate } = this.point;
    if (fate !== 'lost') this.wrote(batch, steps);
    // Once it is written: some are told of it before the process ends, some are not.
    void looks(fate === 'after' ? 1 + this.draws.below(6) : 0).then(() => this.crash());
    return fate === 'after' ? 'written' : fate;
  }

  private stepsOf({ items }: TurnBatch): string[] {
    return items.flatMap(({ collection, key, value }) => {
      const before = this.statuses.get(key);
      if (collection === 'ended_bots' && value !== null)
        return before === 'finished' ? ['archived'] : [`${before} → finished`, 'archived'];
      if (collection !== 'bots' || value === null) return [];
      const { status } = JSON.parse(value).record;
      if (before === undefined) return ['created'];
      return [before === status ? `within ${status}` : `${before} → ${status}`];
    });
  }

  private wrote({ items }: TurnBatch, steps: readonly string[]): void {
    for (const step of steps) this.seen.add(step);
    for (const { collection, key, value } of items) {
      if (value === null) continue;
      if (collection === 'bots') this.statuses.set(key, JSON.parse(value).record.status);
      if (collection === 'ended_bots') this.statuses.set(key, 'finished');
    }
  }

  /** The next process on the same disk: what was not answered is asked again under its key. */
  private async recover(): Promise<void> {
    this.exchange.clock.advance(1_000 * this.draws.below(120));
    const lost = [...this.unanswered];
    await this.open(this.exchange.clock);
    for (const going of lost) {
      this.exchange.clock.advance(200);
      await this.sendAct(going);
    }
    await this.exchange.tick();
  }

  private async sendAct(going: Going): Promise<void> {
    const { store } = this;
    this.unanswered.add(going);
    const answer = await this.exchange.send(going.call, { who: this.who, ...going.what, key: going.key });
    // Who hears it from a process that has been taken over is nobody.
    if (store !== this.store) return;
    this.unanswered.delete(going);
    this.heard(going, answer);
  }

  private heard({ call, moves, isLate }: Going, { code, data }: TestAnswer): void {
    // 423: hours went by between the password and the turn.
    expect([200, 404, 409, 422, 423], call).toContain(code);
    // The end is a barrier: what is asked after it changes nothing.
    if (isLate && call !== 'saveStopOptions') expect([call, code === 200]).toEqual([call, false]);
    if (call === KIND_BODIES[this.kind].call && code === 200) this.id = data.strategy_id;
    if (moves !== 0n) (code === 200 ? this.moved : this.refused).push(moves);
    const isEnd = call === KIND_BODIES[this.kind].stop && code === 200;
    if (isEnd && this.endedAtRow === null) this.endedAtRow = this.disk.rows.length;
  }

  /** Some acts and the market at once; the process may end meanwhile. */
  private async race(): Promise<void> {
    this.exchange.clock.advance(1_500);
    const acts = await this.drawn();
    const sent = acts.map(async (act) => {
      await looks(this.draws.below(4));
      await this.sendAct(act);
    });
    await Promise.all([...sent, this.market()]);
  }

  private async market(): Promise<void> {
    await looks(this.draws.below(4));
    const what = this.draws.below(10);
    if (what < 2) {
      const factor = 1 + (this.draws.part() - 0.5) * this.draws.pick(0.02, 0.1, 0.4);
      this.jumps.push({ atMs: this.exchange.clock.nowMs() + 500, factor });
    }
    const ms = what < 5 ? 1_000 + this.draws.below(60_000) : (1 + this.draws.below(240)) * 60_000;
    await this.exchange.pass(ms, Math.ceil(ms / (1 + this.draws.below(3))));
  }

  private async drawn(): Promise<Going[]> {
    const count = 1 + this.draws.below(3);
    const going: Going[] = [];
    for (let i = 0; i < count; i += 1) {
      const one = await this.act();
      if (one !== null) going.push(this.going(one.act, one.moves));
    }
    return going;
  }

  private going(act: OwnerAct, moves = 0n): Going {
    this.keys += 1;
    return { ...act, moves, key: `schedule-key-${100_000 + this.keys}`, isLate: this.endedAtRow !== null };
  }

  /** An amount that no other act of this life has. */
  private amount(): { readonly text: string; readonly units: bigint } {
    this.keys += 1;
    const text = `${this.draws.pick('11', '40', '350', '1200')}.${`${this.keys}`.padStart(4, '0')}`;
    return { text, units: unitsOf(text) };
  }

  private async act(): Promise<{ readonly act: OwnerAct; readonly moves: bigint } | null> {
    const { kind, id, draws } = this;
    const status = this.statuses.get(`${id}`);
    const plain = (act: OwnerAct) => ({ act, moves: 0n });
    const last = Number(this.exchange.feed.lastTicks('BTC_USDT', this.exchange.clock.nowMs())) / 10;
    const aimed = this.draws.chance(0.6) ? this.aimed(status) : null;
    if (aimed !== null) return plain(aimed);
    const what = draws.below(20);
    if (what < 5) return plain(pauseOrGoOn(kind, id, draws.chance(0.15) !== (status === 'pause')));
    if (what < 8) return this.added();
    if (what < 10) {
      const { text, units } = this.amount();
      return { act: takenMoney(kind, id, text), moves: -units };
    }
    if (what < 12) return plain(drawnStops(draws, kind, id, last));
    if (what < 14) return isGridCall(kind) ? this.changed(last) : null;
    if (what < 15) return kind === 'futures_grid' ? plain(drawnLeverage(draws, id)) : null;
    if (what < 16) return kind.endsWith('martingale') ? plain(drawnExits(draws, kind, id)) : null;
    if (what < 18) {
      const stop_options = [drawnClose(draws, kind).option];
      return plain({ call: 'saveStopOptions', what: { body: { strategy_id: id, strategy_type: kind, stop_options } } });
    }
    return draws.chance(0.5) ? plain(stopOf(kind, id)) : null;
  }

  /** What brings the bot to the point at which its process is to end; null where nothing in particular does. */
  private aimed(status: string | undefined): OwnerAct | null {
    if (!this.isArmed) return null;
    const { kind, id } = this;
    const [from = '', to] = this.point.step.replace('within ', '').split(' → ');
    if (from === 'stopping' && status === 'running') return this.closingAs('limit');
    if (from === 'stopping' && status === 'stopping' && to === undefined) return this.adjusted();
    if (status !== from) return from === 'pause' && status === 'running' ? pauseOrGoOn(kind, id, false) : null;
    if (to === 'pause') return pauseOrGoOn(kind, id, false);
    if (to === 'running') return status === 'pause' ? pauseOrGoOn(kind, id, true) : null;
    if (to !== 'stopping' && to !== 'finished') return null;
    return this.closingAs(to === 'stopping' ? 'limit' : 'market');
  }

  /** First how it is to close is saved, then it is ended so. */
  private closingAs(type: 'limit' | 'market'): OwnerAct {
    if (this.savedAs === type) return stopOf(this.kind, this.id);
    this.savedAs = type;
    return this.adjusted(type);
  }

  private adjusted(type: 'limit' | 'market' = 'limit'): OwnerAct {
    const { kind: strategy_type, id: strategy_id } = this;
    const { option } = drawnClose(this.draws, strategy_type);
    const stop_options = [
      { ...option, type, ...(type === 'limit' ? { slip: '0.001', expiration: 180 } : { slip: '0', expiration: 0 }) },
    ];
    return { call: 'saveStopOptions', what: { body: { strategy_id, strategy_type, stop_options } } };
  }

  private async added() {
    const { text, units } = this.amount();
    if (fundingOf(this.kind) !== 'grid') return { act: addedMoney(this.id, text), moves: units };
    return this.changed(null, text, units);
  }

  /** A change by the plan that is said for it now; by the time it is done it may be another. */
  private async changed(last: number | null, money?: string, units = 0n) {
    const path = { id: this.id };
    const asked = {
      ...(last === null ? {} : drawnRange(this.draws, this.kind, last)),
      ...(money === undefined ? {} : { money }),
    };
    const plan = await this.exchange.send('investPlan', { who: this.who, path, body: asked });
    if (plan.code !== 200 || plan.data.plan_type === 3) return null;
    const actions = plan.data.plans[0].actions.map(({ action, amount, currency }: Record<string, string>) => ({
      action,
      amount,
      currency,
    }));
    const act: OwnerAct = { call: 'changeGridParams', what: { path, body: { ...asked, actions, ...FUNDPASS } } };
    return { act, moves: units };
  }

  private async create(): Promise<void> {
    const { call, body } = KIND_BODIES[this.kind];
    const wish = { ...FUNDPASS, ...this.waiting() };
    await this.sendAct(this.going({ call, what: { body: { is_hide: 0, ...body(this.exchange, wish) } } }));
    await this.exchange.pass(1_000);
  }

  /** A trigger price that is far away, of the kinds that wait for one. */
  private waiting(): object {
    const isWanted = this.point.step.includes('open') ? 1 : 0.1;
    const instrument = KIND_BODIES[this.kind].instrument;
    if (!WAITING_KINDS.includes(this.kind) || !this.draws.chance(isWanted)) return {};
    const trigger_price = priceAt(this.exchange, instrument, this.draws.pick(0.99, 0.999, 1.001));
    return isGridCall(this.kind) ? { trigger_price } : { params: { trigger_price } };
  }

  /** Everything that its owner has outside of the bot, fine dollars. */
  private owned(): bigint {
    const { ledger } = this.exchange;
    return TRADING_ACCOUNTS.reduce((sum, account) => sum + ledger.balance(userAccount(DEMO, account), 'USDT'), 0n);
  }

  private rowsSince(at: number, streams: readonly string[]): JournalRow[] {
    return this.disk.rows.slice(at).filter(({ stream, key }) => streams.includes(stream) && key === `${this.id}`);
  }

  private async detail() {
    const query = { strategy_id: this.id, strategy_type: this.kind };
    return (await this.exchange.send('strategyDetail', { who: this.who, query })).data;
  }

  private async assertLaws(): Promise<void> {
    if (this.id === 0) return;
    const { exchange, id } = this;
    expect(exchange.fatal).toEqual([]);
    expect(brokenLaw(exchange.ledger)).toBeNull();
    const row = await this.detail();
    expect(row.residual).toBe('0');
    // One bot, however often it was asked for.
    expect([...this.statuses.keys()]).toEqual([`${id}`]);
    expect(row.status).toBe(this.statuses.get(`${id}`));
    const isFinished = row.status === 'finished';
    expect(exchange.ledger.assets(botAccount(id)).size === 0).toBe(isFinished);
    await this.assertOrders(row.status);
    await this.assertMoney();
    this.assertBarrier();
  }

  /** Orders rest while it runs, or closes at a limit; of one that is over or paused none does. */
  private async assertOrders(status: string): Promise<void> {
    const { data } = await this.exchange.send('openOrders', { who: this.who, path: { id: this.id } });
    if (status === 'finished' || status === 'pause') expect([status, data.ask, data.bid]).toEqual([status, [], []]);
  }

  /** Every amount that was acknowledged has moved once, none that was refused has, and the owner's money is what the account book says. */
  private async assertMoney(): Promise<void> {
    const query = { strategy_id: this.id, strategy_type: this.kind, query_type: 'fund', page_size: 500 };
    const { data } = await this.exchange.send('accountBook', { who: this.who, query });
    const flows = (data as readonly Record<string, string>[])
      .filter(({ asset }) => asset === 'USDT')
      .map(({ change = '', type = '' }) => ({ type, units: unitsOf(change) }));
    const timesOf = (units: bigint): number => flows.filter((flow) => flow.units === units).length;
    expect(this.moved.map(timesOf), 'moved').toEqual(this.moved.map(() => 1));
    expect(this.refused.map(timesOf), 'refused').toEqual(this.refused.map(() => 0));
    const own = flows.filter(({ type }) => !WITH_OTHERS.has(type)).reduce((sum, { units }) => sum + units, 0n);
    expect([this.begun - this.owned(), flows.map(({ type }) => type)]).toEqual([own, flows.map(({ type }) => type)]);
  }

  /** After its end was acknowledged it places nothing and fills nothing but what closes it. */
  private assertBarrier(): void {
    if (this.endedAtRow === null) return;
    for (const { stream, value } of this.rowsSince(this.endedAtRow, [STREAM.fills, STREAM.orders])) {
      const row = JSON.parse(value);
      if (stream === STREAM.fills)
        expect(['close', row.role]).toEqual(['close', row.role === 'close' ? 'close' : row.role]);
      else if (row.kind === 'placed') expect(row.reason).toBe('closing');
    }
  }

  /** Its owner ends it, and whatever rests of that runs out: everything came back, and what came back is all there was. */
  private async end(): Promise<void> {
    for (let tries = 0; tries < 8 && this.statuses.get(`${this.id}`) !== 'finished'; tries += 1) {
      await this.during(async () => {
        this.exchange.clock.advance(2_000);
        this.who = await this.exchange.trader();
        if (this.endedAtRow === null) await this.sendAct(this.going(stopOf(this.kind, this.id)));
        await this.exchange.pass(4 * 3_600_000, 3_600_000);
      });
    }
    // The last turn may be the one that the process ends with.
    await this.during(() => this.assertLaws());
    await this.assertLaws();
    expect(this.statuses.get(`${this.id}`)).toBe('finished');
  }
}

/** Flows between the bot and others than its owner. */
const WITH_OTHERS: ReadonlySet<string> = new Set(['funding', 'interest', 'loan', 'liquidation_fee', 'insurance']);
