// @vitest-environment jsdom
import { fireEvent, render, screen, within } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { expect, it } from 'vitest';
import { CoinListPanel } from '#components/create/coin-list-panel.tsx';
import { useKindSpec } from '#components/create/use-kind-spec.ts';
import { toastsAtom } from '#lib/client/toasts.ts';
import { definitionOf } from '#lib/kinds/definitions.ts';
import common from '#messages/en/common.json' with { type: 'json' };
import issueTexts from '#messages/en/issues.json' with { type: 'json' };
import trade from '#messages/en/trade.json' with { type: 'json' };
import { ComponentHost } from '#tests/support/component-host.tsx';
import { inOwnTime, pass } from '#tests/support/component-time.ts';
import { marketRow } from '#tests/support/market-row.ts';
import { testSpec } from '#tests/support/market-specs.ts';

let areMarketsDown: boolean;
/** What is said of who looks, and of what he holds; null: no answer. */
let session: object | null;
let held: object | null;
inOwnTime(
  ({ url }) => {
    if (url.endsWith('/api/session')) return session;
    if (url.includes('smart_balance')) return held;
    if (!url.includes('spot_markets')) return { code: 200, message: '', data: [] };
    if (areMarketsDown) return null;
    return { code: 200, message: '', data: ['BTC', 'ETH'].map((coin) => marketRow(`${coin}_USDT`)) };
  },
  () => {
    areMarketsDown = true;
    session = { code: 200, message: '', data: { logged_in: false } };
    held = null;
  },
);

function Panel({ isBrought = false }: { readonly isBrought?: boolean }) {
  const spec = useKindSpec('smart-position', testSpec());
  const definition = definitionOf('smart-position');
  const context = { phase: 'typing' } as Parameters<typeof CoinListPanel>[0]['form']['context'];
  const values = { ...definition.defaults(spec), ...(isBrought ? { coin_type: 'spot' } : {}) };
  return <CoinListPanel form={{ definition, spec, values, context, issues: [], refused: null, change: () => null }} />;
}

it('the coins that a portfolio could have are said to be asked for again while their markets cannot be had', async () => {
  render(
    <ComponentHost>
      <Panel />
    </ComponentHost>,
  );
  await pass(500);
  fireEvent.click(screen.getByRole('button', { name: trade.coins.addCoin }));
  await pass(500);
  const dialog = screen.getByRole('dialog');
  expect(within(dialog).getByText(common.state.failedRetrying)).toBeTruthy();
  areMarketsDown = false;
  await pass(30_000);
  expect(within(dialog).getByRole('button', { name: /ETH/ })).toBeTruthy();
});

async function openHeld(): Promise<HTMLElement> {
  areMarketsDown = false;
  render(
    <ComponentHost>
      <Panel isBrought />
    </ComponentHost>,
  );
  await pass(500);
  fireEvent.click(screen.getByRole('button', { name: trade.coins.addHeld }));
  await pass(500);
  return screen.getByRole('dialog');
}

it('held coins are not waited for by a guest, who has none: he is told to log in', async () => {
  const dialog = await openHeld();
  expect(within(dialog).getByText(common.error.code[401])).toBeTruthy();
});

it.each([
  ['what is held', { code: 200, message: '', data: { logged_in: true, user_id: 1, anonymous: '0123456789abcdef' } }],
  ['who looks', null],
])('held coins are said to be asked for again while %s cannot be had', async (_what, told) => {
  session = told;
  const dialog = await openHeld();
  expect(within(dialog).getByText(common.state.failedRetrying)).toBeTruthy();
});

it('fewer than two held coins are spoken of as soon as the choice is closed (C-322)', async () => {
  const told = () =>
    getDefaultStore()
      .get(toastsAtom)
      .map(({ text }) => text);
  session = { code: 200, message: '', data: { logged_in: true, user_id: 1, anonymous: '0123456789abcdef' } };
  held = { code: 200, message: '', data: [{ asset: 'BTC', available: '1', rate: '60000' }] };
  const dialog = await openHeld();
  expect(told()).toEqual([]);
  fireEvent.click(within(dialog).getByRole('button', { name: /0.*10/ }));
  expect(told()).toEqual([issueTexts.pairs.least]);
});
