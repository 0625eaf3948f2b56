import { describe, expect, it } from 'vitest';
import { gridBody, openTestExchange, startGrid } from './exchange-fixture.ts';
import { startKind } from './exchange-kind-bodies.ts';
import { expectWhole } from './portfolio-figures.ts';
import { temporaryFolder } from './store-fixture.ts';

const DEMO = 10_001;
const DAY_MS = 86_400_000;

describe('the portfolio of a trader', () => {
  it('is the sum of accounts and bots of many kinds, ended ones in the archive, a liquidated one among them, before and after a restart', async () => {
    const folder = temporaryFolder();
    const exchange = await openTestExchange(folder, { worldBots: 2, worldDays: 72, demoBots: true });
    const who = await exchange.logIn();
    for (let turn = 0; turn < 5; turn += 1) await exchange.tick();
    await expectWhole(exchange, who, DEMO);
    const { data } = await exchange.send('portfolio', { who });
    expect(data.by_kind.length).toBeGreaterThanOrEqual(6);
    expect(data.finished).toBeGreaterThanOrEqual(2);
    expect(data.curve.length).toBeGreaterThan(60);
    // Over midnight, so that what is kept added up is gone on with.
    await exchange.pass(DAY_MS, DAY_MS / 4);
    const later = await exchange.logIn();
    await expectWhole(exchange, later, DEMO);
    const before = (await exchange.send('portfolio', { who: later })).data;
    await exchange.kill();
    const again = await openTestExchange(folder, { clock: exchange.clock });
    expect((await again.send('portfolio', { who: await again.logIn() })).data).toEqual(before);
  });

  it('counts a bot once while it is made, lives, ends and lies in the archive; contracts, debts and trial funds too', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    const who = await exchange.trader();
    const whole = () => expectWhole(exchange, who, DEMO);
    await whole();
    const begun = (await exchange.send('portfolio', { who })).data.assets.total;
    const waiting = await exchange.send('createGrid', { who, body: gridBody(exchange) });
    expect(waiting.code).toBe(200);
    // Funded and not started: its money is in the bot, nothing is won or lost.
    await whole();
    expect((await exchange.send('portfolio', { who })).data.assets.total).toBe(begun);
    await exchange.pass(1_000);
    const kinds = ['futures_grid', 'margin_grid', 'contract-martingale', 'smart-position', 'infinite_grid'] as const;
    const ids = new Map<string, number>();
    for (const kind of kinds) ids.set(kind, await startKind(exchange, who, kind));
    await startGrid(exchange, who, { use_experience: 1, money: '3000' });
    await whole();
    const { data } = await exchange.send('portfolio', { who });
    expect(Number(data.assets.trial)).toBeGreaterThan(90);
    const btc = data.exposure.find(({ asset }: { asset: string }) => asset === 'BTC');
    expect(Number(btc.long)).toBeGreaterThan(0);
    expect(data.exposure.some(({ owed }: { owed: string }) => Number(owed) > 0)).toBe(true);
    await exchange.pass(3 * 3_600_000, 60_000);
    await whole();
    for (const [kind, id] of ids) {
      const call = kind.endsWith('grid') ? 'cancelGrid' : 'stopStrategy';
      const { code } = await exchange.send(call, { who, path: { id }, body: { fundpass: 'paper-fund' } });
      expect([kind, code]).toEqual([kind, 200]);
      await whole();
    }
    await exchange.pass(20_000, 10_000);
    await whole();
    await exchange.pass(DAY_MS - 3_600_000, DAY_MS / 4);
    await whole();
  });

  it('is asked by its owner alone', async () => {
    const exchange = await openTestExchange(temporaryFolder());
    expect(await exchange.send('portfolio')).toMatchObject({ code: 401 });
    await startGrid(exchange, await exchange.trader());
    const other = await exchange.send('portfolio', { who: await exchange.logIn('copier') });
    expect(other.data).toMatchObject({ running: 0, finished: 0, by_kind: [], exposure: [], curve: [] });
  });
});
