import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { KindsOfMarket, MarketsOfKind } from '#components/discovery/typical/typical-links.tsx';
import { TypicalSections } from '#components/discovery/typical/typical-sections.tsx';
import type { TypicalRow } from '#lib/contract/ai-calls.ts';
import { ComponentHost } from '#tests/support/component-host.tsx';

/** What the page of a kind on a market tells of other markets and other kinds: the same days of each. */

const DAY_S = 86_400;

function row(strategy_type: TypicalRow['strategy_type'], market: string, rate: string, daysOld = 0): TypicalRow {
  const window = { days: 30, rate, hold_rate: '0.01', max_draw_down: '0.1', matches: 3, fills: 7 };
  const to = 1_764_374_400 - daysOld * DAY_S;
  return { strategy_type, market, instrument_type: 'spot', to, params: {}, windows: [{ ...window, finish_as: '' }] };
}

function told(list: ReactNode): string[] {
  const html = renderToStaticMarkup(<ComponentHost>{list}</ComponentHost>);
  return [...html.matchAll(/<a\b[^>]*>(.*?)<\/a>/g)].map(([, one = '']) => one.replace(/<[^>]*>/g, ' ').trim());
}

it('has no figure of a market or a kind that is not replayed up to the newest day of them', () => {
  const markets = [row('spot_grid', 'BTC_USDT', '0.02'), row('spot_grid', 'ETH_USDT', '0.5', 40)];
  expect(told(<MarketsOfKind rows={markets} />)).toEqual([
    expect.stringMatching(/^BTC\/USDT .*2\.00%/),
    expect.stringMatching(/^ETH\/USDT .*--/),
  ]);
  const kinds = [row('spot_grid', 'BTC_USDT', '0.02'), row('martingale', 'BTC_USDT', '0.5', 40)];
  expect(told(<KindsOfMarket rows={kinds} />)).toEqual([
    expect.stringMatching(/^Spot grid .*2\.00%/),
    expect.stringMatching(/^Spot martingale .*--/),
  ]);
});

/** What the page says of a kind on a market and on its contract, without markup. */
function sections(rows: readonly TypicalRow[]): readonly string[] {
  const html = renderToStaticMarkup(
    <ComponentHost>
      <TypicalSections rows={rows} kind="spot_grid" kindName="Spot grid" />
    </ComponentHost>,
  );
  return html.split('<section class="panel').map((one) => one.replace(/<[^>]*>/g, ' '));
}

it('says of each result up to which day it is, where a market and its contract are of different ones (issue 11)', () => {
  const spot = row('spot_grid', 'BTC_USDT', '0.02');
  const contract = { ...row('spot_grid', 'BTC_USDT', '0.5', 40), instrument_type: 'futures_usdt' as const };
  const [, ofSpot, ofContract] = sections([spot, contract]);
  expect(ofSpot).toMatch(/Spot market .*up to Nov 29, 2025 .*2\.00%/);
  expect(ofContract).toMatch(/Perpetual contract.*up to Oct 20, 2025 .*50\.00%/);
  // Of one day the page says it, once above both.
  for (const one of sections([spot, { ...contract, to: spot.to }])) expect(one).not.toContain('up to');
});
