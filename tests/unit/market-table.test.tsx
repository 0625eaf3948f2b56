import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { MarketTable } from '#components/discovery/typical/market-table.tsx';
import type { TypicalRow } from '#lib/contract/ai-calls.ts';
import { ComponentHost } from '#tests/support/component-host.tsx';

/** What the page of a market compares its strategies by: bots over the same days. */

const DAY_S = 86_400;
const WINDOW = { hold_rate: '0.01', max_draw_down: '0.1', matches: 3, fills: 7, finish_as: '' } as const;

function row(strategy_type: TypicalRow['strategy_type'], rate: string, daysOld = 0): TypicalRow {
  const windows = [7, 30].map((days) => ({ ...WINDOW, days, rate }));
  const to = 1_764_374_400 - daysOld * DAY_S;
  return { strategy_type, market: 'BTC_USDT', instrument_type: 'spot', to, params: {}, windows };
}

function told(rows: readonly TypicalRow[]) {
  const html = renderToStaticMarkup(
    <ComponentHost>
      <MarketTable rows={rows} market="BTC_USDT" />
    </ComponentHost>,
  );
  const plain = (part: string) => part.replace(/<[^>]*>/g, '');
  const lines = [...html.matchAll(/<tr\b[^>]*>(.*?)<\/tr>/g)].slice(1).map(([, line = '']) => line);
  const cells = lines.map((line) =>
    [...line.matchAll(/<t[hd]\b[^>]*>(.*?)<\/t[hd]>/g)].map(([, one = '']) => plain(one)),
  );
  return { best: plain(/<p\b[^>]*>(.*?)<\/p>/.exec(html)?.[1] ?? ''), cells };
}

it('has the strategies best first, and says which did best', () => {
  const { best, cells } = told([row('spot_grid', '0.02'), row('martingale', '0.05')]);
  expect(best).toContain('Spot martingale did best with +5.00%');
  expect(cells.map(([name, ...rates]) => [name, rates.slice(0, 2)])).toEqual([
    ['Spot martingale', ['+5.00%', '+5.00%']],
    ['Spot grid', ['+2.00%', '+2.00%']],
  ]);
});

it('has no figure of one that is not replayed up to the newest day: other days are no comparison, and the page names the newest', () => {
  const { best, cells } = told([row('martingale', '0.5', 1), row('spot_grid', '0.02'), row('infinite_grid', '0.01')]);
  expect(best).toContain('Spot grid did best with +2.00%');
  expect(cells.map(([name, ...rates]) => [name, rates])).toEqual([
    ['Spot grid', ['+2.00%', '+2.00%', '10.00%']],
    ['Infinite grid', ['+1.00%', '+1.00%', '10.00%']],
    ['Spot martingale', ['--', '--', '--']],
  ]);
});

it('says what did best of most of them: the first one that is replayed up to a new day is not the best of itself', () => {
  const others = [row('martingale', '0.05', 1), row('infinite_grid', '0.01', 1)];
  const { best, cells } = told([row('spot_grid', '0.02'), ...others]);
  expect(best).toContain('Spot martingale did best with +5.00%');
  expect(cells.map(([name, month]) => [name, month])).toEqual([
    ['Spot martingale', '+5.00%'],
    ['Infinite grid', '+1.00%'],
    ['Spot grid', '--'],
  ]);
  // Days ago most were replayed: those cannot be any more.
  expect(told([row('spot_grid', '0.02'), ...others.map((one) => ({ ...one, to: one.to - DAY_S }))]).best).toContain(
    'Spot grid',
  );
});
