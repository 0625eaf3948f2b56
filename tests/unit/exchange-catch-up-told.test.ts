import { expect, it } from 'vitest';
import type { Telling } from '#server/exchange/bots/bot-book.ts';
import { type CatchUpParts, catchUp } from '#server/exchange/bots/catch-up.ts';

const BOTS = 2_345;
const AWAY_MS = 60_000;

/** An exchange that has stood still: what its disk has, and starts of it. `turnsUntilKilled`: so many turns come to the disk. */
function stoodStill() {
  const disk = {
    cursorMs: 0,
    notedToMs: 0,
    telling: null as Telling | null,
    notes: [] as [key: string, from: number, to: number][],
  };
  const largest = { turn: 0 };
  return {
    disk,
    largest,
    async start(nowMs: number, turnsUntilKilled = Number.POSITIVE_INFINITY): Promise<void> {
      let left = turnsUntilKilled;
      const memory = structuredClone({ ...disk, notes: [] });
      const turns = {
        get cursorMs() {
          return memory.cursorMs;
        },
        get notedToMs() {
          return Math.max(memory.notedToMs, memory.cursorMs);
        },
        get telling() {
          return memory.telling;
        },
        noteTelling: (_tx: unknown, telling: Telling) => void Object.assign(memory, { telling }),
        noteAway: (_tx: unknown, toMs: number) => void Object.assign(memory, { telling: null, notedToMs: toMs }),
        advance(_tx: unknown, toMs: number) {
          memory.cursorMs = toMs;
          return true;
        },
      };
      const sequencer = {
        async submit(command: (tx: unknown) => unknown) {
          const notes: [key: string, from: number, to: number][] = [];
          const append = (_stream: string, key: string, _timeMs: number, value: string) => {
            const { from, to } = JSON.parse(value);
            notes.push([key, JSON.parse(from).time, JSON.parse(to).time]);
          };
          const result = command({ append });
          left -= 1;
          if (left < 0) throw new Error('killed');
          largest.turn = Math.max(largest.turn, notes.length);
          disk.notes.push(...notes);
          Object.assign(disk, { ...memory, notes: disk.notes });
          return result;
        },
      };
      const bot = (id: number) => ({ record: { id, createMs: 0 }, spec: { market: 'BTC_USDT' }, machine: {} });
      const book = { running: () => Array.from({ length: BOTS }, (_, id) => bot(id)).values() };
      const quiet = { log: { info() {} }, progress() {}, feed: { knowsPath: () => true } };
      await catchUp({ ...quiet, turns, sequencer, book } as unknown as CatchUpParts, nowMs);
    },
  };
}

it('tells the records some at a time, and each of every time away once, wherever starts are stopped', async () => {
  for (let stop = 0; stop < 5; stop += 1) {
    for (let again = 0; again < 5; again += 1) {
      const exchange = stoodStill();
      await exchange.start(AWAY_MS, stop).catch(() => undefined);
      await exchange.start(2 * AWAY_MS, again).catch(() => undefined);
      await exchange.start(3 * AWAY_MS);
      expect(exchange.largest.turn).toBeLessThanOrEqual(1_000);
      expect(exchange.disk.telling).toBeNull();
      const spans = Map.groupBy(exchange.disk.notes, ([key]) => key);
      expect(spans.size).toBe(BOTS);
      for (const told of spans.values()) {
        let toldTo = 0;
        for (const [, from, to] of told) {
          expect(from).toBe(toldTo);
          toldTo = to;
        }
        expect(toldTo).toBe((3 * AWAY_MS) / 1_000);
      }
    }
  }
});
