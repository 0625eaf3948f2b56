import { expect, it } from 'vitest';
import { openTestExchange } from './exchange-fixture.ts';
import { startKind } from './exchange-kind-bodies.ts';
import { temporaryFolder } from './store-fixture.ts';

it('other stops of a bot that had waited for a price lie beyond the present one, not beyond that (X11)', async () => {
  const exchange = await openTestExchange(temporaryFolder());
  const who = await exchange.trader();
  const last = () => Number(exchange.feed.lastTicks('BTC_USDT', exchange.clock.nowMs())) / 10;
  const trigger = last();
  const id = await startKind(exchange, who, 'infinite_grid', {
    trigger_price: trigger.toFixed(1),
    stop_loss: '',
    stop_profit: '',
  });
  for (let hours = 0; hours < 480 && Math.abs(last() / trigger - 1) < 0.02; hours += 1) {
    await exchange.pass(3_600_000, 3_600_000);
  }
  const now = last();
  expect(Math.abs(now / trigger - 1)).toBeGreaterThan(0.015);
  const send = (stops: object) =>
    exchange.send('changeGridParams', { who, path: { id }, body: { ...stops, fundpass: 'paper-fund' } });
  const between = ((now + trigger) / 2).toFixed(1);
  // Of a price that rose the loss may be between the two, and the profit would be reached; of one that fell it is the other way round.
  const [good, bad] = now > trigger ? ['stop_loss', 'stop_profit'] : ['stop_profit', 'stop_loss'];
  expect(await send({ [bad]: between })).toMatchObject({ code: 422, data: { field: bad, issue: `${bad}.triggered` } });
  expect(await send({ [good]: between })).toMatchObject({ code: 200 });
  const query = { strategy_id: id, strategy_type: 'infinite_grid' };
  expect((await exchange.send('strategyDetail', { who, query })).data.status).toBe('running');
}, 60_000);
