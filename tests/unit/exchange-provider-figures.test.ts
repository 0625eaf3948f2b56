import { describe, expect, it } from 'vitest';
import type { BotBook } from '#server/exchange/bots/bot-book.ts';
import { CopiesOf } from '#server/exchange/bots/copies-of.ts';
import type { AnyBot } from '#server/exchange/bots/ended-bot.ts';
import { followFigures, hiddenTotals } from '#server/exchange/handlers/provider-figures.ts';
import { createPublicIndex } from '#server/exchange/views/public-index.ts';

const UNIT = 100_000_000n;
const NOW = Date.UTC(2026, 10, 28);
const DAY_MS = 86_400_000;

interface Made {
  readonly id: number;
  readonly profit: bigint;
  readonly start?: bigint;
  readonly deposited?: bigint;
  readonly daysAgo?: number | null;
  readonly isHide?: boolean;
  readonly listedMs?: number | null;
  readonly followId?: number;
  readonly status?: string;
}

/** A bot of the archive, or a living one of a provider who asks for a tenth of a copy's gain. */
function bot({ id, profit, start = 1_000n, deposited = 0n, daysAgo = 200, followId = 0, ...flags }: Made): AnyBot {
  const finishMs = daysAgo === null ? null : NOW - daysAgo * DAY_MS;
  const [startEquity, put] = [start * UNIT, deposited * UNIT];
  const record = {
    ...{ id, kind: 'spot_grid', ownerId: 7, followId, createMs: NOW - 300 * DAY_MS, finishMs },
    ...{ status: daysAgo === null ? 'running' : (flags.status ?? 'finished'), withdrawn: 0n, startEquity },
    ...{ deposited: put, isHide: flags.isHide ?? false, listedMs: flags.listedMs === undefined ? 1 : flags.listedMs },
    ...{
      payload: { follow_fee_rate: '0.1' },
      share: daysAgo === null ? { mark: 0n, withdrawn: 0n, atEndFine: 0n, sent: 0 } : undefined,
    },
  };
  const outcome = {
    profit: profit * UNIT,
    rateE8: 0n,
    drawdownE8: 0n,
    sharpe: null,
    days: { count: 0, sum: 0, squares: 0 },
  };
  const ended = { outcome };
  const living = { equity: startEquity + put + profit * UNIT, profit: profit * UNIT };
  const spec = { quote: 'USDT', base: 'BTC', market: 'BTC_USDT' };
  return { record, spec, ...(daysAgo === null ? { living } : ended) } as unknown as AnyBot;
}

// biome-ignore lint/suspicious/noExplicitAny: bots of this test.
const figures = (one: any) => one.living ?? one.outcome;

function parts(bots: readonly AnyBot[]) {
  const copies = new CopiesOf();
  for (const one of bots) copies.put(one, undefined);
  const every = () => {
    throw new Error('went over all bots');
  };
  const of = {
    book: { copiesOf: copies.hereOf.bind(copies), endedCopiesOf: copies.archivedOf.bind(copies), every },
    views: { earned: figures, figures },
    feed: {},
  };
  return of as unknown as Parameters<typeof followFigures>[0];
}

describe('the figures of a provider', () => {
  it('weigh copies by their money, losses and the liquidated ones among them, and go over the copies of the bots alone', async () => {
    const copies = parts([
      bot({ id: 10, followId: 1, profit: 100n }),
      bot({ id: 11, followId: 1, profit: -9_000n, start: 9_000n, status: 'liquidated' }),
      bot({ id: 12, followId: 2, profit: 0n, start: 500n, deposited: 500n }),
      bot({ id: 13, followId: 3, profit: 5_000n }),
    ]);
    const { follow_net_rate, ...totals } = await followFigures(copies, [1, 2], NOW);
    expect(Number(follow_net_rate)).toBeCloseTo(-8_900 / 11_000, 7);
    expect(totals).toEqual({ follow_profit: '-8900', total_follow_money: '11000' });
  });

  it('take off the share that a living copy owes on a gain, and none of a loss (H41)', async () => {
    const won = parts([bot({ id: 10, followId: 1, profit: 100n, daysAgo: null })]);
    const lost = parts([bot({ id: 10, followId: 1, profit: -100n, daysAgo: null })]);
    expect(Number((await followFigures(won, [1], NOW)).follow_net_rate)).toBeCloseTo(0.09, 8);
    expect(Number((await followFigures(lost, [1], NOW)).follow_net_rate)).toBeCloseTo(-0.1, 8);
  });

  it('are none where nobody has copied', async () => {
    expect((await followFigures(parts([]), [1], NOW)).follow_net_rate).toBe('');
  });

  it('count hidden bots and add their results up without a name (H54)', async () => {
    const listed = [
      bot({ id: 1, profit: 50n }),
      bot({ id: 2, profit: -400n, isHide: true }),
      bot({ id: 3, profit: 60n, isHide: true }),
    ];
    expect(await hiddenTotals(parts([]), listed, NOW)).toEqual({ hidden_num: 2, hidden_profit: '-340' });
  });
});

describe('the list of a provider', () => {
  it('has what ended long ago, losers too; neither hidden bots nor such as were never listed (H54)', async () => {
    const bots = [
      bot({ id: 1, profit: -900n, daysAgo: 280 }),
      bot({ id: 2, profit: 10n, daysAgo: 5 }),
      bot({ id: 3, profit: 10n, isHide: true }),
      bot({ id: 4, profit: 10n, listedMs: null }),
    ];
    const book = { every: () => bots, ofOwner: () => bots } as unknown as Pick<BotBook, 'every' | 'ofOwner'>;
    const views = { earned: figures } as never;
    const index = createPublicIndex({ book, views, clock: { nowMs: () => NOW } });
    const ids = (await index.ofProvider(7, NOW)).map((entry) => entry.bot.record.id);
    expect(ids.sort()).toEqual([1, 2]);
  });
});
