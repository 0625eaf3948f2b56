// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CapitalFlowTab } from '#components/bots/detail/capital-flow-tab.tsx';
import { ComponentHost } from '#tests/support/component-host.tsx';
import { inOwnTime, pass } from '#tests/support/component-time.ts';
import { strategyRow } from '#tests/support/strategy-row.ts';

/** The newest first, so many in one second. */
let inOneSecond: number;
/** How an exchange answers: by `to` alone, as the documents have it, or as ours does. */
let isOurs: boolean;
const COUNT = 65;
const SIZE = 30;

const calls = inOwnTime(
  ({ url }) => {
    if (!url.includes('/account_book')) return { code: 404, message: 'unknown' };
    const query = new URL(url, 'http://x').searchParams;
    const to = Number(query.get('to') ?? 1_000);
    const entries = Array.from({ length: COUNT }, (_, index) => ({
      ...{ time: 1_000 - Math.floor(index / inOneSecond), change: `${index + 1}` },
      ...(isOurs ? { asset: 'USDT', type: 'bot-fund' } : {}),
    })).filter(({ time }) => time <= to);
    const from = isOurs ? (Number(query.get('page') ?? 1) - 1) * SIZE : 0;
    const data = entries.slice(from, from + SIZE);
    return { code: 200, message: '', data, ...(isOurs ? { pagecount: Math.ceil(entries.length / SIZE) } : {}) };
  },
  () => {
    inOneSecond = 2;
    isOurs = false;
  },
);

const seen = (): readonly number[] => [
  ...new Set([...(document.body.textContent ?? '').matchAll(/\+(\d+)(?!\d)/g)].map(([, change]) => Number(change))),
];
const turn = async (way: RegExp): Promise<void> => {
  fireEvent.click(screen.getByRole('button', { name: way }));
  await pass(1_000);
};
const isLast = (): boolean => screen.getByRole('button', { name: /next/i }).getAttribute('aria-disabled') === 'true';

it.each([
  ['of the documents', false, 2],
  ['of ours', true, 2],
  // Forty in one second: only the number of a page leads on.
  ['of ours with a full second', true, 40],
])('the fund flow of an exchange %s is seen whole, page by page by `to` (M-294)', async (_name, own, many) => {
  [isOurs, inOneSecond] = [own, many];
  render(
    <ComponentHost>
      <CapitalFlowTab bot={strategyRow()} />
    </ComponentHost>,
  );
  await pass(1_000);
  const pages = [seen()];
  while (!isLast() && pages.length < 5) {
    await turn(/next/i);
    pages.push(seen());
  }
  expect(pages.every((page) => page.length > 0)).toBe(true);
  expect(pages.flat()).toEqual(Array.from({ length: COUNT }, (_, index) => index + 1));
  expect(calls.every(({ url }) => !/[?&]page=/.test(url))).toBe(many === 2);
  await turn(/previous/i);
  expect(seen()).toEqual(pages.at(-2));
});
