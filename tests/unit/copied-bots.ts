import type { RunnableKind } from '#lib/kinds/definitions.ts';
import type { TestExchange, Who } from './exchange-fixture.ts';
import { KIND_BODIES, rowOf, startKind } from './exchange-kind-bodies.ts';

/** A follow call that says no more than it has to. */
export function follow(
  exchange: TestExchange,
  who: Who,
  kind: RunnableKind,
  id: number,
  money: string,
  more: object = {},
) {
  const isGrid = KIND_BODIES[kind].call === 'createGrid';
  const said = isGrid ? { money, ...more } : { params: { begin_money_amount: money, ...more } };
  const body = { follow_id: id, fundpass: 'paper-fund', ...said };
  return exchange.send(isGrid ? 'followGrid' : 'followStrategy', { who, body });
}

/** A bot of the provider's and its copy with as much money, both at work. */
export async function copied(
  exchange: TestExchange,
  { provider, copier }: { readonly provider: Who; readonly copier: Who },
  kind: RunnableKind,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<{ readonly source: number; readonly copy: number }> {
  const source = await startKind(exchange, provider, kind, changes);
  const { money } = await rowOf(exchange, provider, source, kind);
  const { code, data } = await follow(exchange, copier, kind, source, money);
  if (code !== 200) throw new Error(`follow of ${kind} answered ${code} ${JSON.stringify(data)}`);
  await exchange.pass(1_000);
  return { source, copy: data.strategy_id };
}

/** Two copies of futures grids, one long and one short: after half a day one of them has won. Their kind is `futures_grid`. */
export async function wonAndLost(exchange: TestExchange, traders: { readonly provider: Who; readonly copier: Who }) {
  const bots = [
    await copied(exchange, traders, 'futures_grid', { side: 'buy', leverage: '5' }),
    await copied(exchange, traders, 'futures_grid', { side: 'sell', leverage: '5' }),
  ];
  await exchange.pass(12 * 3_600_000, 300_000);
  const rows = await Promise.all(bots.map(({ copy }) => rowOf(exchange, traders.copier, copy, 'futures_grid')));
  const order = Number(rows[0].profit) > Number(rows[1].profit) ? [0, 1] : [1, 0];
  const [won, lost] = order.map((index) => bots[index]);
  if (won === undefined || lost === undefined) throw new Error('two bots were asked for');
  return { won, lost };
}

export function endBot(exchange: TestExchange, who: Who, id: number, key?: string) {
  const ask = { who, path: { id }, body: { fundpass: 'paper-fund' } };
  return exchange.send('cancelGrid', key === undefined ? ask : { ...ask, key });
}
