// @vitest-environment jsdom
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { ArbitrageLegs } from '#components/bots/detail/blocks/arbitrage-legs.tsx';
import { IndicatorPosition } from '#components/bots/detail/blocks/indicator-position.tsx';
import { HoldingsTab } from '#components/bots/detail/holdings-tab.tsx';
import type { FigureOf } from '#components/bots/figures/figure-of.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import type { TermId } from '#lib/figures/figures.ts';
import { ComponentHost } from '#tests/support/component-host.tsx';
import { inOwnTime, pass } from '#tests/support/component-time.ts';
import { futuresContract } from '#tests/support/futures-contract.ts';
import { marketRow } from '#tests/support/market-row.ts';
import { strategyRow } from '#tests/support/strategy-row.ts';

/** What a position is, its tip says as it stands there: how many contracts, or coins with their name. */

vi.mock('#components/bots/figures/figure-name.tsx', () => ({
  FigureName: ({
    figure,
    values,
    children,
  }: FigureOf & { readonly figure: TermId | null; readonly children: ReactNode }) => (
    <i data-figure={figure} data-said={figure === null ? undefined : values?.[figure]}>
      {children}
    </i>
  ),
}));

let bot: StrategyRow;
const held = {
  ...{ size: '-1234', position_margin: '50', contract: 'BTC_USDT', settle: 'usdt', instrument_type: 'futures_usdt' },
  ...{ base_price: '60000', liq_price: '0', new_float_profit: '-1', money: '100', market: 'BTC_USDT' },
};

inOwnTime(
  ({ url }) => {
    if (url.includes('contracts'))
      return { code: 200, message: '', data: null, futures_contracts_data: [futuresContract()] };
    if (url.includes('/grid_trading/')) return { code: 200, message: '', data: held };
    if (url.includes('compose')) {
      const position = { size: '-1234', entry_price: '60000', value: '7400', profit: '-1' };
      return { code: 200, message: '', data: { ...bot, position_info: position } };
    }
    return { code: 200, message: '', data: url.includes('market') ? [marketRow('BTC_USDT')] : null };
  },
  () => {
    bot = strategyRow();
  },
);

it.each([
  ['of a futures grid', HoldingsTab, 'futures_grid', 'usdt', '1,234 contracts'],
  ['of an arbitrage, whose row says the coins', ArbitrageLegs, 'spot-future-arbitrage', '', '1,234 contracts'],
  ['of an indicator bot on a contract', IndicatorPosition, 'compose-indicator', 'usdt', '1,234 contracts'],
  ['of an indicator bot on spot', IndicatorPosition, 'spot-compose-indicator', '', '1,234.000000 BTC'],
] as const)('%s', async (_whose, Shown, strategy_type, settle, said) => {
  bot = strategyRow({ strategy_type, settle, market: 'BTC_USDT', money_asset: 'USDT', position: '0.5' });
  const { container } = render(
    <ComponentHost>
      <Shown bot={bot} />
    </ComponentHost>,
  );
  await pass(1_000);
  const name = container.querySelector<HTMLElement>('[data-figure="position"]');
  expect(name?.dataset.said).toBe(said);
  expect(name?.closest('dt')?.nextElementSibling?.textContent).toContain(said);
});
