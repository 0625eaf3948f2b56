import fc from 'fast-check';
import { describe, it } from 'vitest';
import type { Handlers } from '#server/exchange/http/handler.ts';
import { ok } from '#server/exchange/replies/reply.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { type MemoryDisk, memoryDisk, openSlowStore, type TurnFate } from '../support/slow-store.ts';
import { logIn, openFrontOn } from '../unit/accounts-fixture.ts';
import { CORE_COLLECTIONS, type Core, gathered, handClock, openCoreOn } from '../unit/store-fixture.ts';

/**
 * The front of the exchange on a disk that takes its time and fails: a counter stands for everything that memory knows
 * before the disk does. Nobody may be told of a count that the disk can still lose, and whoever was answered, or asks
 * again under his key, has had his effect exactly once, wherever the process ended.
 */

const CREATE = '/apiw/v2/grid-trading/create';
const READ = '/apiw/v2/quant-trading/public/strategy_tabs';
const MADE = 'made';

const grid = {
  ...{ strategy_type: 'spot_grid', market: 'BTC_USDT', instrument_type: 'spot', leverage: '1' },
  ...{ low_price: '50000', high_price: '60000', grid_num: '10', price_type: '0', is_use_base: '0' },
  ...{ money: '1000', qty_type: '0', store_coin_flag: 0, fundpass: 'paper-fund' },
};

/** Memory with a counter: a call makes one more, a reading shows how many there are; one that is refused makes none. */
async function counting({ store }: Core): Promise<Partial<Handlers>> {
  let made = Number((await store.get('notes', MADE)) ?? 0);
  return {
    createGrid: (request) =>
      request.transact((tx) => {
        made += 1;
        tx.onUndo(() => {
          made -= 1;
        });
        tx.put('notes', MADE, `${made}`);
        tx.append('made', 'all', tx.nowMs, request.idempotencyKey ?? '');
        return request.body.money === '13'
          ? { code: 422, message: '', data: { field: 'money', issue: 'unlucky' } }
          : ok({ strategy_id: made });
      }),
    // Any reading will do: what memory knows at this moment, and what the store reads out beside it.
    strategyTabs: async () => {
      const { total } = await store.page('made', 'all', 1, 1);
      return ok([{ key: 'all', name: `${made} ${total}`, classes: [] }]);
    },
  };
}

interface Step {
  readonly rest: number;
  readonly what: 'make' | 'refused' | 'read';
}

const step: fc.Arbitrary<Step> = fc.record({
  rest: fc.integer({ min: 0, max: 4 }),
  what: fc.constantFrom('make', 'make', 'make', 'refused', 'read', 'read'),
});

const scenario = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 25 }),
  delays: fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 20 }),
  /** The turn after the front has opened that meets its fate, counted from 1; the process ends there. */
  fateAt: fc.integer({ min: 1, max: 30 }),
  fate: fc.constantFrom<TurnFate>('written', 'lost', 'answer-lost'),
  /** Event-loop turns until the power is cut. */
  crashAfter: fc.option(fc.integer({ min: 0, max: 120 }), { nil: null }),
});

const key = (index: number) => `barrier-key-${1000 + index}`;
const looped = async (turns: number) => {
  for (let left = turns; left > 0; left -= 1) await new Promise((resolve) => setImmediate(resolve));
};

/** How many the disk has. */
const onDisk = (disk: MemoryDisk) => Number(disk.items.get('notes')?.get(MADE) ?? 0);

interface Life {
  readonly create: (index: number, money?: string) => Promise<number | null>;
  readonly read: () => Promise<readonly number[]>;
}

/** Opens the front on the disk, logged in and ready to trade. */
async function live(core: Core): Promise<Life> {
  const front = await openFrontOn(core, await counting(core));
  const session = await logIn(front);
  await front.call('POST', '/apiw/v2/quant-trading/private/bot_agreement', { version: '2026-01' }, session);
  return {
    async create(index, money = '1000') {
      const asked = { ...session, idempotencyKey: key(index) };
      const { code, data } = await front.call('POST', CREATE, { ...grid, money }, asked);
      return code === 200 ? (data as { strategy_id: number }).strategy_id : null;
    },
    async read() {
      const { data } = (await front.call('GET', READ)) as unknown as { data: [{ name: string }] };
      return data[0].name.split(' ').map(Number);
    },
  };
}

describe('the read barrier', () => {
  it('shows nobody what the disk may still lose, and keeps what was acknowledged exactly once, wherever the process ends', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async ({ steps, delays, fateAt, fate, crashAfter }) => {
        const disk = memoryDisk();
        const clock = handClock();
        let [calls, turns, isArmed] = [0, 0, false];
        const store = openSlowStore(disk, {
          collections: CORE_COLLECTIONS,
          delay() {
            calls += 1;
            return isArmed ? (delays[calls % delays.length] as number) : 0;
          },
          fateOf() {
            turns += Number(isArmed);
            return turns === fateAt ? fate : 'written';
          },
        });
        const core = await openCoreOn(store, clock);
        const life = await live(core);
        // The fund password is asked for once.
        await life.create(999);
        isArmed = true;

        const acknowledged = new Map<number, number>();
        const tooEarly: string[] = [];
        /** What an answer shows the disk must have by then. */
        const seen = (what: string, shown: number) => {
          if (onDisk(disk) < shown) tooEarly.push(`${what} showed ${shown}, the disk had ${onDisk(disk)}`);
        };
        const ask = async (index: number, what: Step['what']) => {
          if (what === 'read') {
            for (const shown of await life.read()) seen(`reading ${index}`, shown);
            return;
          }
          const id = await life.create(index, what === 'refused' ? '13' : '1000');
          if (id === null) return;
          seen(`call ${index}`, id);
          acknowledged.set(index, id);
        };
        const asked: Promise<void>[] = [];
        const crashed = crashAfter === null ? NEVER : looped(crashAfter).then(() => store.crash());
        for (const [index, { rest, what }] of steps.entries()) {
          await looped(rest);
          const answer = ask(index, what);
          answer.catch(() => {});
          asked.push(answer);
        }
        // Everybody is answered, or the process ends: then some never are, and some are told that it broke.
        await Promise.race([Promise.allSettled(asked), crashed]);
        store.crash();
        expect(tooEarly).toEqual([]);
        if (core.fatal.length === 0 && crashAfter === null) expect(await Promise.all(asked)).toHaveLength(steps.length);
        await holdsAfterwards(disk, clock, steps, acknowledged);
      }),
      { numRuns: 150 },
    );
  });
});

const NEVER = new Promise<never>(() => {});

/** The next process on the same disk: every call is sent again under its key. */
async function holdsAfterwards(
  disk: MemoryDisk,
  clock: ReturnType<typeof handClock>,
  steps: readonly Step[],
  acknowledged: ReadonlyMap<number, number>,
): Promise<void> {
  clock.advance(10_000);
  const store = openSlowStore(disk, { collections: CORE_COLLECTIONS });
  const life = await live(await openCoreOn(store, clock));
  const ids = new Set([await life.create(999)]);
  const wanted = [...steps.entries()].filter(([, { what }]) => what === 'make').map(([index]) => index);
  // Twice at once: neither the store nor memory may miss the other.
  for (const index of wanted) {
    const [first, second] = await Promise.all([life.create(index), life.create(index)]);
    expect(second).toBe(first);
    if (acknowledged.has(index)) expect(first, key(index)).toBe(acknowledged.get(index));
    ids.add(first);
  }
  expect(ids.size).toBe(wanted.length + 1);
  expect(onDisk(disk)).toBe(wanted.length + 1);
  const rows = (await gathered(store.since('made', 'all', 0))).map(({ value }) => value);
  expect(new Set(rows)).toEqual(new Set([...wanted, 999].map(key)));
  expect(rows.length).toBe(wanted.length + 1);
  await store.close();
}
