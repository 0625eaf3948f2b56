import { expect, it } from 'vitest';
import { createBotBook } from '#server/exchange/bots/bot-book.ts';
import type { BotRecord } from '#server/exchange/bots/bot-record.ts';
import type { AnyBot, EndedBot } from '#server/exchange/bots/ended-bot.ts';
import type { LiveBot } from '#server/exchange/bots/live-bot.ts';
import { sightIn } from '#server/exchange/views/visibility.ts';

const OWNER = 10_001;
const MANY = 5_000;
/** The bot after it is its copy. */
const COPIED = 2_000;

/** How often a bot was looked at. */
let looks = 0;

/** `endMs` null: it lives. `isAway`: it lies in the archive. */
function bot(id: number, endMs: number | null, isAway = endMs !== null): AnyBot {
  const record = {
    id,
    ownerId: OWNER,
    followId: id === COPIED + 1 ? COPIED : 0,
    finishMs: endMs,
    startEquity: 0n,
    deposited: 0n,
    status: endMs === null ? 'running' : 'finished',
  };
  return {
    get record() {
      looks += 1;
      return record;
    },
    ...(isAway ? { outcome: { profit: 0n }, spec: { quote: 'USDT' } } : {}),
  } as unknown as AnyBot;
}

it('an account’s living bots, and those that ended a moment ago, are told without a look at all that it ever had', () => {
  const book = createBotBook({ get: async () => undefined }, () => {});
  // In the order of their numbers, as a start reads them: not in that of their ends.
  for (let id = 1; id <= MANY; id += 1) book.add(bot(id, (id * 7_919) % MANY));
  for (const id of [MANY + 1, MANY + 2]) book.add(bot(id, null));
  looks = 0;
  expect(book.runningOf(OWNER).map(({ record }) => record.id)).toEqual([MANY + 1, MANY + 2]);
  expect(book.endedSince(OWNER, MANY - 11)).toBe(10);
  expect(looks).toBeLessThan(20);
  expect(book.ofOwner(OWNER)).toHaveLength(MANY + 2);
});

it('an end counts once, from its turn to the archive and in it, and not when its command is taken back', () => {
  const book = createBotBook({ get: async () => undefined }, () => {});
  const told = () => [book.endedSince(OWNER, 0), book.runningOf(OWNER).length];
  book.add(bot(1, null));
  book.add(bot(2, 5));
  expect(told()).toEqual([1, 1]);
  book.replace(bot(1, 10, false));
  expect(told()).toEqual([2, 0]);
  book.replace(bot(1, 10));
  expect(told()).toEqual([2, 0]);
  // Renamed there.
  book.replace(bot(1, 10));
  expect([...told(), book.endedSince(OWNER, 7)]).toEqual([2, 0, 1]);
  book.replace(bot(1, null));
  expect([...told(), book.ofOwner(OWNER).length]).toEqual([1, 1, 2]);
  book.drop(1);
  book.drop(2);
  expect([...told(), book.ofOwner(OWNER).length]).toEqual([0, 0, 0]);
});

it('whom an account has copied is told without a look at its bots, of copies in the archive too, until its last one was taken back', () => {
  const book = createBotBook({ get: async () => undefined }, () => {});
  for (let id = 1; id <= MANY; id += 1) book.add(bot(id, id));
  const original = bot(COPIED, null).record;
  const closed = { ...original, ownerId: 7, isOpenParams: false, isAi: false, isHide: true };
  looks = 0;
  const sees = (record: object) => sightIn(book, record as BotRecord, OWNER)?.exposure;
  for (let times = 0; times < 100; times += 1) {
    expect([sees(closed), sees({ ...closed, isHide: false, id: COPIED - 1 })]).toEqual([true, false]);
    expect(sees({ ...closed, id: COPIED - 1 })).toBeUndefined();
  }
  expect(looks).toBe(0);
  book.replace(bot(COPIED + 1, 9));
  expect(sees(closed)).toBe(true);
  book.drop(COPIED + 1);
  expect(sees(closed)).toBeUndefined();
});

it('a bot that is put away is in memory until its turn is on the disk, or is taken back, and no longer', async () => {
  for (const isKept of [true, false]) {
    let reads = 0;
    const get = async () => {
      reads += 1;
      return undefined;
    };
    const book = createBotBook({ get }, () => {});
    book.add(bot(1, 10, false));
    const steps = { undo: [] as (() => void)[], after: [] as (() => void)[] };
    const tx = {
      onUndo: (step: () => void) => steps.undo.push(step),
      afterCommit: (step: () => void) => steps.after.push(step),
    };
    const [ended, { record }] = [bot(1, 10) as EndedBot, bot(1, 10, false) as LiveBot];
    book.putAway(tx, ended, { record, curve: [] });
    expect([(await book.get(1))?.record, reads]).toEqual([record, 0]);
    for (const step of isKept ? steps.after : steps.undo.toReversed()) step();
    expect(book.inMemory(1) === undefined).toBe(isKept);
    // Of one that was taken back nothing is there that a later look could find.
    if (!isKept) book.replace(ended);
    await book.get(1);
    expect(reads).toBe(1);
  }
});
