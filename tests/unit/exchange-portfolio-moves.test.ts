import { describe, expect, it } from 'vitest';
import { openTestExchange } from './exchange-fixture.ts';
import { temporaryFolder } from './store-fixture.ts';

describe('what a move of all prices would do', () => {
  it('measures', async () => {
    const exchange = await openTestExchange(temporaryFolder(), { worldBots: 2, worldDays: 72, demoBots: true });
    const who = await exchange.logIn();
    const t = performance.now();
    const { data } = await exchange.send('portfolioMoves', { who });
    console.log(performance.now() - t, JSON.stringify(data, null, 1));
    expect(data.moves.length).toBe(6);
  });
});
