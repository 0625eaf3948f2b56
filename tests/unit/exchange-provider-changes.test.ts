import { describe, expect, it } from 'vitest';
import type { AnyBot } from '#server/exchange/bots/ended-bot.ts';
import { theRest } from '#server/exchange/views/in-pieces.ts';
import { changesOf } from '#server/exchange/views/provider-changes.ts';

const NOW_MS = 1_780_000_000_000;
const MIDNIGHT_MS = 1_779_926_400_000;
const BOTS = 3_000;

interface Said {
  readonly createMs: number;
  readonly listedMs: number | null;
  readonly isHide: boolean;
  readonly finishMs: number | null;
}

const botOf = (said: Partial<Said>) =>
  ({ record: { createMs: 1, listedMs: 5, isHide: false, finishMs: 50, ...said } }) as unknown as AnyBot;

const BOOK: Record<number, AnyBot[]> = {
  1: Array.from({ length: BOTS }, (_, index) => botOf({ finishMs: index })),
  2: [botOf({}), botOf({ finishMs: null }), botOf({ finishMs: 7 })],
  3: [botOf({ finishMs: 90, isHide: true }), botOf({ finishMs: 80, listedMs: null }), botOf({ finishMs: 60 })],
  4: [],
  5: [botOf({ finishMs: null, createMs: NOW_MS - 9 }), botOf({ finishMs: NOW_MS - 20 })],
};
const changes = () => changesOf({ ofOwner: (id) => BOOK[id] ?? [] }, [1, 2, 3, 4, 5], NOW_MS);

describe('when what providers show last changed', () => {
  it('is the newest creation, end or closed day of a bot that is shown: never now', async () => {
    expect([...(await theRest(changes()))]).toEqual([
      [1, BOTS - 1],
      [2, MIDNIGHT_MS],
      [3, 60],
      [5, NOW_MS - 9],
    ]);
  });

  it('is looked up with pauses, also among the bots of one', () => {
    const work = changes();
    expect(work.next().done).toBe(false);
    expect(work.next().done).toBe(true);
  });
});
