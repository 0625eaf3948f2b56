// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import { afterEach, describe, expect, it } from 'vitest';
import type { SortOrder } from '#components/addresses/paths.ts';
import { heldCoins } from '#components/discovery/rankings/held-coins.ts';
import { Ranking } from '#components/discovery/rankings/ranking.tsx';
import type { RecommendedItem } from '#lib/contract/strategy.ts';
import type { HeldDays } from '#lib/formulas/held-days.ts';
import { studentT90 } from '#lib/formulas/student-t.ts';
import common from '#messages/en/common.json' with { type: 'json' };
import pages from '#messages/en/pages.json' with { type: 'json' };
import publicPages from '#messages/en/public.json' with { type: 'json' };

afterEach(cleanup);

/** 41 days of gains; its Sharpe ratio is 0.3 % ÷ 4.09 % × √365. */
const GOOD = {
  strategy_id: 7,
  strategy_type: 'spot_grid',
  market: 'BTC_USDT',
  run_times: 41 * 86_400 + 43_200,
  max_draw_down: '0.0525',
  adj_sharp_rate: '1.4014',
  rate: '0.1234',
  year_pft_rate: '1.0853',
  asset_info: [],
  user_info: { anonymous: '8336b0b09cf44e82', nickname: '' },
  finish_time: 0,
  finish_as: '',
  hold_rate: '0.05',
  hold_from: '60000',
  hold_to: '63000',
  rank_parts: {
    days: 41,
    day_mean: '0.0028000000',
    day_deviation: '0.0041000000',
    fall: '0.0525',
    own_score: '0.0018216200',
    provider_score: '-0.0010000000',
    sharpe_days: 41,
    sharpe_mean: '0.0030000000',
    sharpe_deviation: '0.0409000000',
  },
} as unknown as RecommendedItem;

/** Liquidated within its second week, hidden shares, and without a Sharpe ratio. */
const LOST = {
  ...GOOD,
  strategy_id: 8,
  strategy_type: 'contract-martingale',
  market: 'ETH_USDT',
  rate: '-1',
  year_pft_rate: '-1',
  max_draw_down: '1',
  adj_sharp_rate: '',
  run_times: 9 * 86_400,
  finish_time: 1_790_000_000,
  finish_as: 'liquidated',
  hold_rate: '-0.0312',
  hold_from: '3000',
  hold_to: '2906.4',
  rank_parts: { ...GOOD.rank_parts, days: 9, sharpe_days: 0, sharpe_mean: '', sharpe_deviation: '' },
} as unknown as RecommendedItem;

/** As an exchange that only speaks the documents tells it. */
const FOREIGN = (() => {
  const { hold_rate: _rate, hold_from: _from, hold_to: _to, rank_parts: _parts, ...rest } = GOOD;
  return { ...rest, strategy_id: 9 } as RecommendedItem;
})();

const NOT_KNOWN: ReadonlyMap<number, HeldDays> = new Map();

function show(order: SortOrder, items: readonly RecommendedItem[], held = NOT_KNOWN): HTMLElement {
  return render(
    <NextIntlClientProvider locale="en" timeZone="UTC" messages={{ common, pages, public: publicPages }}>
      <Ranking order={order} kind="all" isKnown items={items} held={held} />
    </NextIntlClientProvider>,
  ).container;
}

/** The figures of a sentence, as they are written. */
function figuresIn(sentence: string): number[] {
  return [...sentence.matchAll(/[+-]?[\d,]+(?:\.\d+)?/g)].map(([text]) => Number(text.replaceAll(',', '')));
}

function sentence(start: string): string {
  return screen.getByText((text) => text.startsWith(start), { selector: 'dd' }).textContent ?? '';
}

describe('a table of ranked bots (H57)', () => {
  it('puts what it ranks by first, what just holding came to under each return, and marks who was liquidated', () => {
    const columns = { default: 'Score a day', sharpe: 'Sharpe ratio', yield: 'Yield', apr: 'Annualised' } as const;
    for (const [order, first] of Object.entries(columns)) {
      show(order as SortOrder, [GOOD, LOST]);
      const [, leading] = screen.getAllByRole('columnheader');
      expect(leading?.textContent).toBe(first);
      expect(screen.getAllByRole('columnheader')).toHaveLength(7);
      cleanup();
    }
    show('yield', [GOOD, LOST]);
    const [, best, lost] = screen.getAllByRole('row');
    expect(best?.textContent).toContain('+12.34%Holding +5.00%');
    // 5 % in 41.5 days is 43.98 % of a year.
    expect(best?.textContent).toContain('+108.5%Holding +43.98%');
    expect(best?.textContent).not.toContain('Liquidated');
    expect(lost?.textContent).toContain('Liquidated');
    expect(lost?.textContent).toContain('-100.0%Holding -3.12%');
    expect(
      within(best as HTMLElement)
        .getAllByRole('link')[0]
        ?.getAttribute('href'),
    ).toContain('id=7&type=spot_grid');
  });

  it('opens a provider’s page in a new window, and says so (C-028)', () => {
    show('default', [GOOD]);
    const link = screen.getByRole('link', { name: '*** (opens a new window)' });
    expect(link.getAttribute('href')).toBe('/en/strategybot/signaler-detail?anonymous=8336b0b09cf44e82');
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener']);
  });

  it('has the Sharpe ratio and the fall of just holding beside the bot’s, where its market’s days are known', () => {
    show('sharpe', [GOOD, LOST], new Map([[GOOD.strategy_id, { sharpe: 0.8123, fall: 0.1834 }]]));
    const [, best, lost] = screen.getAllByRole('row');
    expect(best?.textContent).toContain('1.40Holding 0.81');
    expect(best?.textContent).toContain('5.25%Holding 18.34%');
    expect(sentence('Holding over the whole days of its life, from daily closes')).toContain('0.81');
    expect(sentence('Holding over the whole days of its life, from daily candles')).toContain('18.34%');
    // Of a bot whose days are not known nothing is said, its returns apart.
    expect(lost?.textContent?.match(/Holding/g)).toHaveLength(2);
    cleanup();
    // Six days of holding have a fall and no ratio.
    show('sharpe', [GOOD], new Map([[GOOD.strategy_id, { sharpe: null, fall: 0.02 }]]));
    expect(screen.getAllByRole('row')[1]?.textContent?.match(/Holding/g)).toHaveLength(3);
  });

  it('holds the coin of its market, of a portfolio its coins in their shares, in equal parts where those are hidden', () => {
    const several = {
      ...GOOD,
      market: 'BTC_USDT',
      instrument_type: 'spot',
      hold_from: '',
      hold_to: '',
      hold_rate: '0.1',
    };
    const of = (...rates: string[]) =>
      heldCoins({ ...several, asset_info: ['BTC', 'ETH'].map((asset, at) => ({ asset, rate: rates[at] ?? '-' })) });
    const held = (btc: number, eth: number) => [
      { market: 'BTC_USDT', instrument: 'spot', part: btc },
      { market: 'ETH_USDT', instrument: 'spot', part: eth },
    ];
    expect(of('0.75', '0.25')).toEqual(held(0.75, 0.25));
    expect(of('-', '-')).toEqual(held(0.5, 0.5));
    expect(heldCoins(GOOD)).toEqual([{ market: GOOD.market, instrument: GOOD.instrument_type, part: 1 }]);
    // Nobody says what was held.
    expect(heldCoins({ ...several, asset_info: [] })).toEqual([]);
    expect(heldCoins({ ...several, hold_rate: '', asset_info: [{ asset: 'BTC', rate: '1' }] })).toEqual([]);
  });

  it('says why a running bot has not traded for a week, as its card does (H57)', () => {
    show('default', [{ ...GOOD, quiet_reason: 'below_range' } as RecommendedItem, LOST]);
    const [, quiet, other] = screen.getAllByRole('row');
    expect(quiet?.textContent).toContain('No trade for 7 days: the price is below its range');
    expect(other?.textContent).not.toContain('No trade');
  });

  it('tells how each figure was made in the bot’s own numbers, which come to the figure', () => {
    show('default', [GOOD]);
    const [ratio = 0, mean = 0, deviation = 0, year, days] = figuresIn(sentence('Sharpe ratio'));
    expect([mean, deviation, year, days]).toEqual([0.3, 4.09, 365, 41]);
    expect((mean / deviation) * Math.sqrt(365)).toBeCloseTo(ratio, 2);
    const [own = 0, dayMean = 0, luck = 0, t = 0, spread = 0, count = 0, fall = 0] = figuresIn(
      sentence('Its own score'),
    );
    expect(t).toBeCloseTo(studentT90(40), 2);
    expect((t * spread) / Math.sqrt(count)).toBeCloseTo(luck, 2);
    expect(dayMean - luck - fall / 365).toBeCloseTo(own, 2);
    const [score = 0] = figuresIn(sentence('Score +'));
    const [provider = 0] = figuresIn(sentence('Its provider’s score'.replace('’', "'")));
    expect((own + provider) / 2).toBeCloseTo(score, 3);
    expect(sentence('Score +')).toContain('never counts for more than');
    const [apr = 0, rate = 0, ran = 0] = figuresIn(sentence('Annualised'));
    expect((rate / ran) * 365).toBeCloseTo(apr, 0);
    const [hold = 0, to = 0, from = 0] = figuresIn(sentence('Holding +5'));
    expect((to / from - 1) * 100).toBeCloseTo(hold, 6);
  });

  it('is not lifted by a provider whose score is above its own: it counts for as much as its own', () => {
    const led = { ...GOOD, rank_parts: { ...GOOD.rank_parts, provider_score: '0.0090000000' } } as RecommendedItem;
    show('default', [led]);
    const [score] = figuresIn(sentence('Score +'));
    const [own] = figuresIn(sentence('Its own score'));
    const [provider] = figuresIn(sentence("Its provider's score"));
    expect([score, provider]).toEqual([own, 0.9]);
  });

  it('says what is missing where a figure could not be made, and of another exchange that it does not say', () => {
    const text = show('sharpe', [LOST]).textContent;
    expect(text).toContain('No Sharpe ratio: it needs seven whole days');
    expect(text).toContain('price at its end 2,906.4 ÷ price at its start 3,000');
    cleanup();
    const foreign = show('default', [FOREIGN]).textContent;
    expect(foreign).toContain('The exchange does not say how this figure is calculated.');
    expect(foreign).toContain('Holding --');
    expect(foreign).not.toContain('NaN');
    cleanup();
    // Nor why it sends none: its bot may have traded for years.
    const silent = show('sharpe', [{ ...FOREIGN, adj_sharp_rate: '' }]).textContent;
    expect(silent).not.toContain('No Sharpe ratio');
  });

  it('says of no figure more than the exchange tells: no age, no coins, no empty figures, no way to nobody', () => {
    const parts = GOOD.rank_parts as NonNullable<RecommendedItem['rank_parts']>;
    const of = (changes: object): string => {
      const text = show('default', [{ ...GOOD, ...changes } as RecommendedItem]).textContent ?? '';
      cleanup();
      return text;
    };
    expect(of({ year_pft_rate: '' })).not.toContain('younger than seven days');
    expect(of({ year_pft_rate: '', run_times: 6 * 86_400 })).toContain('younger than seven days');
    for (const missing of [
      'day_deviation',
      'own_score',
      'provider_score',
      'sharpe_mean',
      'sharpe_deviation',
    ] as const) {
      const text = of({ rank_parts: { ...parts, [missing]: '' } });
      expect(text, missing).toContain('The exchange does not say how this figure is calculated.');
      // What is missing stands for itself, never within a sentence.
      expect(text, missing).not.toMatch(/(deviation|mean daily return|score) --/);
    }
    const bare = { hold_from: '', hold_to: '' };
    expect(of(bare)).not.toContain('own coins');
    expect(of({ ...bare, asset_info: [{ asset: 'BTC', rate: '0.5' }] })).toContain('own coins');
    show('default', [{ ...GOOD, user_info: { anonymous: '', nickname: 'Ann' } } as RecommendedItem]);
    const [, row] = screen.getAllByRole('row');
    expect(row?.textContent).toContain('Ann');
    expect(within(row as HTMLElement).getAllByRole('link')).toHaveLength(1);
  });

  it('names a bot by its kind and market, a portfolio by its coins', () => {
    const coins = ['BTC', 'ETH'].map((asset) => ({ asset, rate: '0.5' }));
    show('default', [
      GOOD,
      { ...GOOD, strategy_id: 10, strategy_type: 'smart-position', asset_info: coins } as RecommendedItem,
    ]);
    expect(screen.getByText('1. Spot grid BTC/USDT')).toBeDefined();
    expect(screen.getByText(/^2\. [A-Z].* BTC · ETH$/)).toBeDefined();
  });

  it('is not empty while nobody says what is in it, and says which is the case', () => {
    const says = (isKnown: boolean): string => {
      const { container } = render(
        <NextIntlClientProvider locale="en" timeZone="UTC" messages={{ common, pages, public: publicPages }}>
          <Ranking order="yield" kind="all" isKnown={isKnown} items={[]} held={NOT_KNOWN} />
        </NextIntlClientProvider>,
      );
      return container.textContent ?? '';
    };
    expect(says(true)).toBe('No bot stands in this ranking yet: it takes seven whole days in the lists.');
    cleanup();
    const text = says(false);
    expect(text).toContain('This could not be loaded');
    expect(text).not.toContain('seven whole days');
    const again = screen.getByRole('link', { name: 'Try again' });
    expect(again.getAttribute('href')).toBe('/en/strategybot/rankings/yield');
  });

  it('shows a definition on hover, focus and tap, and takes it away on leaving and Escape', async () => {
    show('yield', [GOOD]);
    const figure = screen.getByRole('button', { name: '+12.34%' });
    for (const [open, close] of [
      [() => fireEvent.pointerMove(figure), () => fireEvent.pointerLeave(figure)],
      [() => act(() => figure.focus()), () => fireEvent.keyDown(figure, { key: 'Escape' })],
      [() => fireEvent.click(figure), () => fireEvent.pointerDown(document.body)],
    ] as const) {
      open();
      const tip = await screen.findByRole('tooltip');
      expect(figure.getAttribute('aria-describedby')).toBe(tip.id);
      expect(tip.textContent).toContain('what the bot earned or lost in 41d 12h');
      close();
      await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull());
    }
  });
});
