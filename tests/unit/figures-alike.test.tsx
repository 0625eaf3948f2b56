// @vitest-environment jsdom
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { BotCell } from '#components/bots/bot-cell.tsx';
import { BotStatistics } from '#components/bots/detail/bot-statistics.tsx';
import type { FigureOf } from '#components/bots/figures/figure-of.ts';
import { useBotValues } from '#components/bots/figures/use-bot-values.ts';
import { BotMetrics } from '#components/discovery/bot-metrics.tsx';
import { botShareImage } from '#components/discovery/bot-share-image.tsx';
import { trendShown } from '#components/ui/trend-text.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { figureOfColumn } from '#lib/figures/column-figures.ts';
import type { TermId } from '#lib/figures/figures.ts';
import { RUNNABLE_KINDS } from '#lib/kinds/definitions.ts';
import { TABLE_COLUMNS } from '#lib/kinds/table-columns.ts';
import { ComponentHost } from '#tests/support/component-host.tsx';
import { inOwnTime, pass } from '#tests/support/component-time.ts';
import { futuresContract } from '#tests/support/futures-contract.ts';
import { marketRow } from '#tests/support/market-row.ts';
import { strategyRow } from '#tests/support/strategy-row.ts';
import { gridParams } from '#tests/support/strategy-rows.ts';

/** A figure of a bot reads the same wherever it stands: in its row, its detail, its public page and the tip of its name; so does that it is not known. */

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

inOwnTime(
  ({ url }) =>
    url.includes('contract')
      ? { code: 200, message: '', data: null, futures_contracts_data: [futuresContract()] }
      : { code: 200, message: '', data: url.includes('market') ? [marketRow('BTC_USDT')] : null },
  () => undefined,
);

const isOnContract = (kind: string): boolean => /futures|contract/.test(kind);

/** Long digits, a loss, and what rounds to nothing. */
const UGLY = {
  money: '12345.678949',
  money_asset: 'USDT',
  profit: '-1234.567891234',
  profit_rate: '-0.00001',
  strategy_profit: '0.000012345',
  position_profit: '-0.5',
  fee: '1234.56789',
  funding: '-0.123456789',
  year_pft_rate: '12.3456',
  max_draw_down: '0.123456',
  adj_sharp_rate: '-1.23456',
  avg_hold_cost: '61234.56789',
  take_profit_price: '62345.6',
  liq_price: '41234.5',
  full_liq_price: '45678.9',
  match_times: 12345,
  trade_num: 1234,
  total_trade_count: 1234,
  running_cycle: 1001,
} satisfies Partial<StrategyRow>;

const UNKNOWN = {
  money: '',
  profit: '',
  profit_rate: '',
  strategy_profit: '',
  position_profit: '',
  fee: '',
  funding: '',
  year_pft_rate: '',
  max_draw_down: '',
  adj_sharp_rate: '',
  avg_hold_cost: '',
  take_profit_price: '',
  liq_price: '--',
  full_liq_price: '--',
} satisfies Partial<StrategyRow>;

function rowOf(kind: (typeof RUNNABLE_KINDS)[number], changes: Partial<StrategyRow>): StrategyRow {
  const onContract = isOnContract(kind);
  return strategyRow({
    strategy_type: kind,
    market: 'BTC_USDT',
    money_asset: 'USDT',
    settle: onContract ? 'usdt' : '',
    leverage: onContract ? '5' : '1',
    side: 'buy',
    params: gridParams(),
    ...changes,
  });
}

/** Where a figure stands, and how it reads there. */
type Told = Map<string, Map<string, string>>;

function note(told: Told, figure: string | null | undefined, place: string, text: string | null | undefined): void {
  if (figure === null || figure === undefined) return;
  const places = told.get(figure) ?? new Map<string, string>();
  told.set(figure, places.set(place, (text ?? '').trim()));
}

function Tips({ bot, onTold }: { readonly bot: StrategyRow; readonly onTold: (values: object) => void }) {
  onTold(useBotValues(bot));
  return null;
}

async function toldOf(bot: StrategyRow): Promise<Told> {
  const told: Told = new Map();
  let tips: Readonly<Record<string, string>> = {};
  const columns = TABLE_COLUMNS[bot.strategy_type as (typeof RUNNABLE_KINDS)[number]];
  const { container } = render(
    <ComponentHost>
      <table>
        <tbody>
          <tr>
            {columns.map((column) => (
              <td key={column.id} data-column={column.id}>
                <BotCell column={column} row={bot} onTerminate={() => undefined} />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
      <div id="detail">
        <BotStatistics bot={bot} />
      </div>
      <div id="public">
        <BotMetrics bot={bot} copiers={null} />
      </div>
      <Tips
        bot={bot}
        onTold={(values) => {
          tips = values as typeof tips;
        }}
      />
    </ComponentHost>,
  );
  await pass(1_500);
  for (const cell of container.querySelectorAll<HTMLElement>('[data-column]')) {
    const stack = cell.querySelector('.flex-col, .flex-wrap')?.firstElementChild;
    note(told, figureOfColumn(cell.dataset.column ?? ''), 'table', (stack ?? cell).textContent);
  }
  for (const place of ['detail', 'public'])
    for (const name of container.querySelectorAll<HTMLElement>(`#${place} dt [data-figure]`)) {
      const stands = name.closest('dt')?.nextElementSibling;
      // What is said to those who do not see it is a sentence beside the figure.
      note(told, name.dataset.figure, place, (stands?.querySelector('[aria-hidden]') ?? stands)?.textContent);
      if (name.dataset.said !== undefined) note(told, name.dataset.figure, 'tip', name.dataset.said);
    }
  const total = container.querySelector('#detail p + p');
  note(told, 'total_profit', 'detail', total?.firstElementChild?.textContent);
  note(told, 'profit_rate', 'detail', total?.lastElementChild?.textContent);
  for (const [figure, places] of told) if (!places.has('tip')) places.set('tip', tips[figure] ?? '--');
  return told;
}

/** Terms of which tips tell in their own words, or not at all. */
const UNTOLD_IN_TIPS = new Set(['price_range', 'win_rate', 'difference', 'account_check', 'won_trades', 'side']);

const differing = (told: Told): string[] =>
  [...told].flatMap(([figure, places]) => {
    const texts = [...places].filter(([place]) => place !== 'tip' || !UNTOLD_IN_TIPS.has(figure));
    return new Set(texts.map(([, text]) => text)).size <= 1
      ? []
      : [`${figure}: ${texts.map(([place, text]) => `${place} ${text}`).join(', ')}`];
  });

describe.each(RUNNABLE_KINDS)('the figures of a %s', (kind) => {
  it.each([
    ['known', UGLY],
    ['not known', UNKNOWN],
  ])('that are %s', async (_word, changes) => {
    const told = await toldOf(rowOf(kind, changes));
    expect(told.size).toBeGreaterThan(8);
    expect(differing(told)).toEqual([]);
  });
});

it('what rounds to nothing has no direction, as a figure, on a poster and in a picture', () => {
  expect([trendShown('-0.00001', '0.00%'), trendShown('0.00001', '0.00%')]).toEqual(['flat', 'flat']);
  expect([trendShown('-0.0001', '-0.01%'), trendShown('0.0001', '+0.01%')]).toEqual(['down', 'up']);
  const words = (key: string): string => key;
  const picture = botShareImage(rowOf('spot_grid', UGLY), [], words as unknown as Parameters<typeof botShareImage>[2]);
  // The yield rounds to nothing, the annualised rate does not.
  const html = renderToStaticMarkup(picture);
  expect(html).toContain('0.00%');
  expect(html).not.toContain('#ff6478');
});
