import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import type { PublicFilter } from '#lib/contract/list-filter.ts';
import { LIST_DAYS, LIST_FALLS, LIST_SIDES } from '#lib/contract/vocabulary.ts';
import type { EndedBot } from '#server/exchange/bots/ended-bot.ts';
import { openListDatabase } from '#server/exchange/public-lists/list-database.ts';
import type { BotViews } from '#server/exchange/views/bot-views.ts';
import { createPublicIndex } from '#server/exchange/views/public-index.ts';
import { RANKINGS } from '#server/exchange/views/ranking.ts';
import { Look } from '#server/read-replica/look.ts';
import { openReplica } from '#server/read-replica/replica.ts';
import { runs } from '#tests/support/runs.ts';
import { describeWithPostgres, openOn, temporaryDatabase } from './postgres-fixture.ts';

const NOW = Date.UTC(2026, 4, 20);
const DAY_MS = 86_400_000;
const COINS = ['BTC', 'ETH', 'SOL'];

/** A bot that has ended: its facts are plain data. */
const bots = fc.record({
  ownerId: fc.integer({ min: 10_001, max: 10_006 }),
  coin: fc.constantFrom(...COINS),
  side: fc.constantFrom(...LIST_SIDES),
  isHide: fc.integer({ min: 0, max: 4 }).map((drawn) => drawn === 0),
  // Shown when it was a while old: it stands by default alone.
  isLate: fc.integer({ min: 0, max: 3 }).map((drawn) => drawn === 0),
  isOpenParams: fc.boolean(),
  isFinishedFor: fc.integer({ min: 0, max: 95 }),
  days: fc.integer({ min: 5, max: 90 }),
  // Few values: many stand by age.
  rate: fc.integer({ min: -5, max: 5 }),
  fall: fc.integer({ min: 0, max: 40 }),
  sharpe: fc.option(fc.integer({ min: -3, max: 3 })),
});
type Drawn = typeof bots extends fc.Arbitrary<infer One> ? One : never;

function endedBot(id: number, drawn: Drawn): EndedBot {
  const { coin, isFinishedFor, days, rate, fall, sharpe, isLate, ...flags } = drawn;
  const finishMs = NOW - isFinishedFor * DAY_MS;
  const createMs = finishMs - days * DAY_MS;
  return {
    record: {
      ...{ ...flags, id, kind: 'spot_grid', followId: 0, status: 'finished', isAi: false },
      ...{ listedMs: createMs, shownMs: flags.isHide ? null : createMs + (isLate ? DAY_MS : 0) },
      ...{ startEquity: 1n, deposited: 0n, matchTimes: 0, createMs, finishMs },
    },
    spec: { market: `${coin}_USDT` },
    outcome: {
      ...{ profit: 0n, rateE8: BigInt(rate * 1_000_000), drawdownE8: BigInt(fall * 1_000_000), sharpe },
      days: { count: days, mean: rate / 1e4, squares: 1 },
    },
  } as unknown as EndedBot;
}

const maybe = <T>(values: readonly T[]) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constantFrom(...values) });
const asked = fc.record({
  filter: fc.record({
    coin: maybe([...COINS, 'NONE']),
    market: maybe(['BTC_USDT', 'BTC_USDT', 'NONE_USDT']),
    mostFall: maybe(LIST_FALLS),
    leastDays: maybe(LIST_DAYS),
    side: maybe(LIST_SIDES),
    onlyOpenParams: maybe([true, false]),
  }) as fc.Arbitrary<PublicFilter>,
  ranking: fc.constantFrom(...RANKINGS),
  page: fc.record({ page: fc.integer({ min: 1, max: 4 }), pageSize: fc.constantFrom(1, 2, 3, 5, 10, 500) }),
});

describeWithPostgres('boards of any bots', () => {
  it('stand in a replica as on the exchange: each page, its length and how many there are, and no provider more than twice on one (H57)', async () => {
    const url = await temporaryDatabase();
    await (await openOn(url)).close();
    const replica = openReplica(url);
    onTestFinished(() => replica.close());
    const database = await openListDatabase({ url, epoch: 1 });
    onTestFinished(() => database.close());
    let shown = 0;
    const boards = fc.tuple(
      fc.array(bots, { minLength: 20, maxLength: 120, size: 'max' }),
      fc.array(asked, { minLength: 8, maxLength: 8 }),
    );
    await fc.assert(
      fc.asyncProperty(boards, async ([drawn, questions]) => {
        const all = drawn.map((one, at) => endedBot(at + 1, one));
        const book = { every: () => all, ofOwner: () => [] };
        const index = createPublicIndex({ book, views: {} as BotViews, clock: { nowMs: () => NOW } });
        await database.writeLook(await index.columns(NOW));
        const look = new Look((await replica.bots([])).look, replica);
        for (const { filter, ranking, page } of questions) {
          const { entries, ...lengths } = await index.page(filter, ranking, page, NOW);
          const ids = entries.map(({ bot }) => bot.record.id);
          expect(await look.page(filter, ranking, page)).toEqual({ ids, ...lengths });
          shown += ids.length;
        }
      }),
      // Shrinking hundreds of bots would take longer than the message is worth.
      { numRuns: runs(25, 500), endOnFailure: true },
    );
    expect(shown).toBeGreaterThan(100);
  });
});
