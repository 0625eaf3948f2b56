import { expect, it, vi } from 'vitest';
import { BotPages } from '#lib/engine/body/layout.ts';
import { openTestExchange, startGrid } from './exchange-fixture.ts';
import { temporaryFolder } from './store-fixture.ts';

it('what a bot had in memory is given back at its end, whether or not an act on it was ever refused', async () => {
  let pages: BotPages | undefined;
  const { roomFor } = BotPages.prototype;
  vi.spyOn(BotPages.prototype, 'roomFor').mockImplementation(function (this: BotPages, length) {
    pages = this;
    return roomFor.call(this, length);
  });
  const exchange = await openTestExchange(temporaryFolder());
  const who = await exchange.trader();
  const lives = async () => {
    const id = await startGrid(exchange, who);
    // It is not paused.
    const refused = await exchange.send('continueGrid', { who, path: { id } });
    expect(refused).toMatchObject({ code: 409 });
    await exchange.pass(2_000);
    expect(await exchange.send('cancelGrid', { who, path: { id }, body: { fundpass: 'paper-fund' } })).toMatchObject({
      code: 200,
    });
    await exchange.tick();
    return pages?.end;
  };
  const first = await lives();
  expect(first).toBeGreaterThan(0);
  expect([await lives(), await lives()]).toEqual([first, first]);
});
