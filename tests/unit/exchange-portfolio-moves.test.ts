import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '#lib/contract/endpoints.ts';
import { formatAmount } from '#lib/money/amount.ts';
import type { BotBook } from '#server/exchange/bots/bot-book.ts';
import { keptAccountDays } from '#server/exchange/portfolio/account-days.ts';
import { moveThread } from '#server/exchange/portfolio/bot-moves.ts';
import { portfolioHandlers } from '#server/exchange/portfolio/portfolio-handlers.ts';
import { createBotViews } from '#server/exchange/views/bot-views.ts';
import { closeParams } from './closed-params.ts';
import { openTestExchange, startGrid } from './exchange-fixture.ts';
import { startKind } from './exchange-kind-bodies.ts';
import { units } from './portfolio-figures.ts';
import { temporaryFolder } from './store-fixture.ts';

const DEMO = 10_001;
const COPIER = 10_002;

interface Move {
  readonly percent: number;
  readonly total: string;
  readonly bots: string;
  readonly accounts: string;
  readonly ends: readonly { readonly reason: string; readonly bots: number }[];
  readonly worst: readonly { readonly strategy_id: number; readonly usdt: string; readonly finish_as: string }[];
}

const of = (moves: readonly Move[], percent: number): Move => {
  const move = moves.find((one) => one.percent === percent);
  if (move === undefined) throw new Error(`no move of ${percent} %`);
  return move;
};

describe('a bot that another machine is put into while a portfolio is added up', () => {
  it('is counted by that machine, in the sums and in what moves would do', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    await startGrid(exchange, who);
    await exchange.pass(3 * 3_600_000, 60_000);
    const { ledger, dual, feed, clock, accounts } = exchange;
    const book = exchange.notifications.parts.book as BotBook;
    // As a change leaves the one that was listed before it.
    const listed = (userId: number) => book.runningOf(userId).map((bot) => ({ ...bot, machine: null }));
    const stale: BotBook = { ...book, ofOwner: listed, runningOf: listed };
    const moves = moveThread();
    const views = createBotViews({ feed, accounts, book });
    const told = async (by: BotBook) => {
      const handlers = portfolioHandlers(
        { ledger, dual, feed, clock, book: by, views, moves },
        keptAccountDays(exchange.store),
      );
      const request = { user: { id: DEMO }, clientIp: '', nowMs: clock.nowMs() };
      const { data: sums } = (await handlers.portfolio(request as never)) as { data?: unknown };
      const { data: moved } = (await handlers.portfolioMoves(request as never)) as { data?: unknown };
      return { sums, moved };
    };
    expect(await told(stale)).toEqual(await told(book));
    await moves.stop();
  });
});

describe('what a move of all prices would do', () => {
  it('is told for bots of ten kinds that have lived, the worst move first, and every total is of its parts', async () => {
    const exchange = await openTestExchange(temporaryFolder(), { worldBots: 2, worldDays: 72, demoBots: true });
    const who = await exchange.logIn();
    const { data } = await exchange.send('portfolioMoves', { who });
    const moves: readonly Move[] = data.moves;
    expect(moves.map(({ percent }) => percent).toSorted((a, b) => a - b)).toEqual([-30, -20, -10, 10, 20, 30]);
    const totals = moves.map(({ total }) => units(total));
    expect(totals).toEqual(totals.toSorted((a, b) => (a < b ? -1 : 1)));
    for (const { total, bots, accounts } of moves) expect(formatAmount(units(bots) + units(accounts))).toBe(total);
    // Coins in accounts follow the prices, to the unit that is cut of each.
    expect(units(of(moves, -20).accounts) - 2n * units(of(moves, -10).accounts)).toBeGreaterThanOrEqual(-40n);
    expect(units(of(moves, -10).bots)).toBeLessThan(0n);
    for (const { worst } of moves) {
      const losses = worst.map(({ usdt }) => units(usdt));
      expect(losses.every((loss) => loss < 0n)).toBe(true);
      expect(losses).toEqual(losses.toSorted((a, b) => (a < b ? -1 : 1)));
    }
    // Copies were taken along: nothing has happened to the bots themselves.
    const portfolio = async () => (await exchange.send('portfolio', { who })).data.assets;
    const before = await portfolio();
    await exchange.send('portfolioMoves', { who });
    expect(await portfolio()).toEqual(before);
  });

  it('has stops and liquidations in it, as the engine does them: no bot loses more than it has', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const last = Number(exchange.feed.lastTicks('BTC_USDT', exchange.clock.nowMs())) / 10;
    const stopped = await startGrid(exchange, who, { stop_loss: (last * 0.93).toFixed(1) });
    const futures = await startKind(exchange, who, 'futures_grid', { side: 'buy', leverage: '20', money: '1000' });
    const { data } = await exchange.send('portfolioMoves', { who });
    const fall = of(data.moves, -30);
    expect(fall.ends).toEqual(
      expect.arrayContaining([
        { reason: 'stop_loss', bots: 1 },
        { reason: 'liquidated', bots: 1 },
      ]),
    );
    const lost = new Map(fall.worst.map(({ strategy_id: id, usdt, finish_as }) => [id, { usdt, finish_as }]));
    expect(lost.get(futures)).toMatchObject({ finish_as: 'liquidated' });
    expect(units(lost.get(futures)?.usdt ?? '0')).toBeGreaterThanOrEqual(-units('1000'));
    expect(lost.get(stopped)).toMatchObject({ finish_as: 'stop_loss' });
    // It was out at its stop: a deeper fall takes no more of it.
    const nearer = of(data.moves, -10).worst.find(({ strategy_id: id }) => id === stopped);
    const further = units(lost.get(stopped)?.usdt ?? '0') - units(nearer?.usdt ?? '0');
    expect(further > -units('5') && further < units('5')).toBe(true);
  });

  it('is kept for half a minute, and then asked of the bots anew', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const first = await exchange.send('portfolioMoves', { who });
    expect(first.data).toMatchObject({ bots: 0, left_out: 0 });
    await startGrid(exchange, who);
    expect((await exchange.send('portfolioMoves', { who })).data).toEqual(first.data);
    const other = await exchange.send('portfolioMoves', { who: await exchange.logIn('copier') });
    expect(other.data.bots).toBe(0);
    expect(await exchange.send('portfolioMoves')).toMatchObject({ code: 401 });
    expect(ENDPOINTS.portfolioMoves).toMatchObject({ access: 'session', capability: 'portfolio' });
  });

  it('is worked out for three accounts of one address at a time, and for eight in all', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const { ledger, dual, feed, clock, accounts } = exchange;
    const book = exchange.notifications.parts.book as BotBook;
    const moves = moveThread();
    const views = createBotViews({ feed, accounts, book });
    const handlers = portfolioHandlers(
      { ledger, dual, feed, clock, book, views, moves },
      keptAccountDays(exchange.store),
    );
    const ask = (id: number, clientIp: string) =>
      handlers.portfolioMoves({ user: { id }, clientIp, nowMs: clock.nowMs() } as never) as Promise<{ code: number }>;
    const strangers = [1, 2, 3, 4].map((id) => ask(id, '10.0.0.1'));
    const others = [5, 6, 7, 8, 9, 10].map((id) => ask(id, id < 8 ? '10.0.0.2' : ''));
    const codes = async (asked: readonly Promise<{ code: number }>[]) =>
      (await Promise.all(asked)).map(({ code }) => code);
    expect(await codes(strangers)).toEqual([200, 200, 200, 503]);
    expect(await codes(others)).toEqual([200, 200, 200, 200, 200, 503]);
    // Places are given back.
    expect(await codes([ask(4, '10.0.0.1'), ask(10, '')])).toEqual([200, 200]);
    await moves.stop();
  });

  it('leaves out copies of bots whose provider keeps the parameters closed, and says how many (H54)', async () => {
    const folder = temporaryFolder();
    const first = await openTestExchange(folder);
    const source = await startGrid(first, await first.trader());
    await startGrid(first, await first.trader('copier'));
    await first.kill();
    closeParams(folder, ({ ownerId }) => (ownerId === COPIER ? { followId: source } : {}));
    const exchange = await openTestExchange(folder, { clock: first.clock });
    const told = async (account: string) =>
      (await exchange.send('portfolioMoves', { who: await exchange.trader(account) })).data;
    expect(await told('copier')).toMatchObject({ bots: 0, left_out: 1 });
    expect(await told('demo')).toMatchObject({ bots: 1, left_out: 0 });
  });
});
