// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { RecommendedTab } from '#components/trade/recommended-tab.tsx';
import { ToastHost } from '#components/ui/toast-host.tsx';
import { ComponentHost } from '#tests/support/component-host.tsx';
import { inOwnTime, pass } from '#tests/support/component-time.ts';

let reply: object | null;

inOwnTime(
  ({ url }) => (url.includes('/recommend_list') ? reply : { code: 200, message: 'ok', data: [] }),
  () => {
    reply = null;
  },
);

async function open(): Promise<void> {
  render(
    <ComponentHost>
      <RecommendedTab kind="spot_grid" market="BTC_USDT" />
      <ToastHost />
    </ComponentHost>,
  );
  await pass(1_000);
}

const warnings = () => [...document.querySelectorAll('[data-toasts] [role="alert"]')].map((one) => one.textContent);

describe('the recommended bots of the trade page of which the first page does not come', () => {
  it.each([
    ['the exchange’s words', { code: 403, message: 'Rankings are being rebuilt, back at noon' }, /^Rankings are being/],
    ['a code', { code: 500, message: 'rank-index-cold' }, /^Something went wrong/],
    ['nothing', null, /network/i],
  ])('say so in a warning, once, and offer to try again: %s (C-395)', async (_what, said, expected) => {
    reply = said;
    await open();
    expect(warnings()).toHaveLength(1);
    expect(warnings()[0]?.trim()).toMatch(expected);
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
    // The warning leaves by itself; asked for again behind it, the same is not said again.
    await pass(60_000);
    expect(warnings()).toEqual([]);
  });
});
