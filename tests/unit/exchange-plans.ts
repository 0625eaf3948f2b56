import { expect } from 'vitest';
import type { TestExchange, Who } from './exchange-fixture.ts';

/** Auto-invest plans as the exchange's tests make them. */

export const DEMO = 10_001;
export const TWO_COINS = [
  { asset: 'BTC', ratio: '60' },
  { asset: 'ETH', ratio: '40' },
];

export const planBody = (changes: Readonly<Record<string, unknown>> = {}) => ({
  name: 'Savings',
  coins: TWO_COINS,
  amount: '50',
  period_type: '1d',
  first_time: 0,
  fundpass: 'paper-fund',
  ...changes,
});

/** What an edit of a plan says of these: its name and its first date stay. */
export function editBody(changes: Readonly<Record<string, unknown>> = {}) {
  const { name: _name, first_time: _first, ...body } = planBody();
  return { ...body, ...changes };
}

export async function startPlan(
  exchange: TestExchange,
  who: Who,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<number> {
  const { code, data } = await exchange.send('createPlan', { who, body: planBody(changes) });
  if (code !== 0) throw new Error(`create answered ${code} ${JSON.stringify(data)}`);
  return data.plan_id;
}

export async function planOf(
  exchange: TestExchange,
  who: Who,
  id: number,
  query: Record<string, string | number> = {},
) {
  const { code, data } = await exchange.send('autoInvestPlanDetail', { who, query: { id, ...query } });
  expect(code).toBe(0);
  return data;
}

export async function plansOf(exchange: TestExchange, who: Who, query: Record<string, string | number> = {}) {
  const { code, data } = await exchange.send('autoInvestPlans', { who, query });
  expect(code).toBe(0);
  return data;
}
