import { expect } from '#tests/support/quick-expect.ts';
import type { TestExchange, Who } from './exchange-fixture.ts';

/** A signed decimal in 1e-16, by another hand than the product's. */
function fine(text: string): bigint {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const size = BigInt(whole) * 10n ** 16n + BigInt(fraction.padEnd(16, '0'));
  return text.startsWith('-') ? -size : size;
}

interface Part {
  readonly what: string;
  readonly market: string;
  readonly account: string;
  readonly asset: string;
  readonly value: string;
  readonly amount: string;
  readonly count: number;
}
export interface Line {
  readonly term: string;
  readonly value: string;
  readonly difference: string;
  readonly parts: readonly Part[];
}

const SIGN: Readonly<Record<string, bigint>> = { withdrawals: -1n, fees: -1n, interest: -1n, profit_share: -1n };

/** Adds a statement up again: the identity and each line, all to the last digit. */
export async function assertStatement(
  exchange: TestExchange,
  who: Who,
  id: number,
  told: string,
): Promise<readonly Line[]> {
  const { code, data } = await exchange.send('botBooks', { who, path: { id } });
  expect(code, told).toBe(200);
  const lines: readonly Line[] = data.lines;
  let sum = 0n;
  for (const { term, value, difference, parts } of lines) {
    if (term !== 'equity') sum += (SIGN[term] ?? 1n) * fine(value);
    expect({ told, term, difference, value, parts }).toMatchObject({ difference: '0' });
    expect(parts.reduce((total, part) => total + fine(part.value), 0n)).toBe(fine(value));
  }
  expect(sum).toBe(fine(lines.find(({ term }) => term === 'equity')?.value ?? ''));
  expect(data.residual).toBe('0');
  return lines;
}

/** The same, and each part from its rows. */
export async function assertBooks(
  exchange: TestExchange,
  who: Who,
  id: number,
  told: string,
): Promise<readonly Line[]> {
  const lines = await assertStatement(exchange, who, id, told);
  for (const { parts } of lines)
    for (const part of parts) if (part.count > 0) await assertRows(exchange, who, id, part, told);
  return lines;
}

async function assertRows(exchange: TestExchange, who: Who, id: number, part: Part, told: string): Promise<void> {
  const { what, market, account, asset } = part;
  const query = { part: what, asset, ...(market === '' ? {} : { market, account }), page_size: 500 };
  let [sum, amount, count] = [0n, 0n, 0];
  for (let page = 1; ; page += 1) {
    const reply = await exchange.send('bookRows', { who, path: { id }, query: { ...query, page } });
    expect(reply.totalcount, `${told} ${what}`).toBe(part.count);
    for (const row of reply.data) {
      // Interest in coins is valued by the hour: its rows have an amount alone.
      sum += row.value === '' ? 0n : fine(row.value);
      amount += fine(row.amount);
      count += 1;
    }
    if (page >= (reply.pagecount ?? 0)) break;
  }
  expect({ told, what, count, amount }).toEqual({ told, what, count: part.count, amount: fine(part.amount) });
  const isByTheHour = what === 'interest' && sum === 0n;
  if (!isByTheHour) expect({ told, what, sum }).toEqual({ told, what, sum: fine(part.value) });
}
