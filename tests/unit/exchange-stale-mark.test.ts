import { describe, expect, it } from 'vitest';
import { INSURANCE } from '#server/exchange/ledger/account-names.ts';
import { createSimulatedFeed } from '#server/exchange/market/simulated.ts';
import { type Jump, jumpingFeed } from './exchange-crash-feed.ts';
import { openTestExchange } from './exchange-fixture.ts';
import { rowOf, startKind } from './exchange-kind-bodies.ts';
import { temporaryFolder } from './store-fixture.ts';

/** A market that jumps once, some seconds after a minute's mark has been published. */
async function jumping() {
  const jumps: Jump[] = [];
  const feed = jumpingFeed(createSimulatedFeed({ seed: 'exchange-tests' }), jumps);
  const exchange = await openTestExchange(temporaryFolder(), { feed });
  const who = await exchange.trader();
  const insurance = () => exchange.ledger.balance(INSURANCE, 'USDT');
  const jump = async (factor: number) => {
    await exchange.pass(58_000);
    jumps.push({ atMs: exchange.clock.nowMs() + 5_000, factor });
    await exchange.pass(10_000);
  };
  return { exchange, who, insurance, jump };
}

describe('what the last price has cost since the minute’s mark', () => {
  it.each([
    ['buy', 0.85],
    ['sell', 1.15],
  ])('is not taken out as margin of a %s grid before the next mark says so', async (side, factor) => {
    const { exchange, who, insurance, jump } = await jumping();
    const id = await startKind(exchange, who, 'futures_grid', { money: '4000', leverage: '20', side });
    const path = { id };
    const more = { asset: 'USDT', amount: '20000', fundpass: 'paper-fund' };
    expect((await exchange.send('increaseBalance', { who, path, body: more })).code).toBe(200);
    await jump(factor);
    const before = insurance();
    const { data } = await exchange.send('reducibleMargin', { who, path });
    const amount = data.max_withdrawal_amount;
    const taken = await exchange.send('reduceMargin', { who, path, body: { amount, fundpass: 'paper-fund' } });
    expect(taken.code).toBe(200);
    // What stays pays for all of the loss.
    await exchange.pass(120_000);
    expect(insurance()).toBeGreaterThanOrEqual(before);
  });

  it('is not left to the insurance by an arbitrage that gives its coins back', async () => {
    const { exchange, who, insurance, jump } = await jumping();
    const kind = 'spot-future-arbitrage';
    const id = await startKind(exchange, who, kind, { params: { leverage: '3' } });
    await jump(1.6);
    const before = insurance();
    const query = { strategy_id: id, strategy_type: kind };
    const option = {
      account: 'spot',
      type: 'no_close',
      market: 'BTC_USDT',
      price: 'lastprice',
      slip: '0',
      expiration: 0,
    };
    const saved = await exchange.send('saveStopOptions', { who, body: { ...query, stop_options: [option] } });
    expect(saved.code).toBe(200);
    await exchange.send('stopStrategy', { who, path: { id }, body: { fundpass: 'paper-fund' } });
    expect((await rowOf(exchange, who, id, kind)).status).toBe('finished');
    expect(insurance()).toBe(before);
  });
});
