// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { CardItem } from '#components/discovery/card-item.ts';
import { StrategyCard } from '#components/discovery/strategy-card.tsx';
import { type Fees, VisitorWords } from '#components/discovery/visitor-words.tsx';
import { ViewerTeller } from '#components/layout/viewer-teller.tsx';
import { MyBots } from '#components/my-bots/my-bots.tsx';
import { OwnBotsFirst } from '#components/my-bots/own-bots-first.tsx';
import { APPEARANCE_SCRIPT, TRADER_KEY } from '#lib/appearance-script.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { ComponentHost, type FakeCall } from '#tests/support/component-host.tsx';
import { inOwnTime, pass } from '#tests/support/component-time.ts';
import { strategyRow } from '#tests/support/strategy-row.ts';

vi.mock('next/navigation', () => ({ usePathname: () => '/en/strategybot' }));
vi.mock('#lib/i18n/fetch-messages.ts', () => import('#tests/support/fetch-messages.ts'));

let isLoggedIn: boolean;
let rows: StrategyRow[] | null;

function answer({ url }: FakeCall): object | null {
  if (url === '/api/session')
    return { code: 200, message: '', data: { logged_in: isLoggedIn, anonymous: '0123456789abcdef', nickname: 'demo' } };
  if (url.includes('get_all_strategy'))
    return rows === null ? null : { code: 200, message: '', data: rows, totalcount: rows.length };
  return { code: 200, message: '', data: [] };
}

beforeAll(async () => {
  await Promise.all([import('#components/my-bots/own-bots-strip.tsx'), import('#components/my-bots/bots-section.tsx')]);
});
const calls = inOwnTime(answer, () => {
  isLoggedIn = true;
  rows = [strategyRow()];
  window.localStorage.clear();
  delete document.documentElement.dataset.trader;
  window.matchMedia ??= (() => ({ matches: false })) as unknown as typeof window.matchMedia;
});

/** What the page does before its first paint. */
function paint(): void {
  new Function(APPEARANCE_SCRIPT)();
}

async function open(): Promise<void> {
  render(
    <ComponentHost>
      <OwnBotsFirst />
    </ComponentHost>,
  );
  await pass(500);
}

const asked = () => calls.filter(({ url }) => url.includes('get_all_strategy'));

describe('the landing page of somebody who is logged in', () => {
  it('begins with his running bots, in a place that is there from the first paint', async () => {
    window.localStorage.setItem(TRADER_KEY, '1');
    paint();
    expect(document.documentElement.dataset.trader).toBe('1');
    await open();
    const strip = screen.getByRole('region', { name: /My bots/ });
    const bot = within(strip).getAllByRole('listitem')[0] as HTMLElement;
    expect(within(bot).getByRole('link').getAttribute('href')).toBe(
      `/en/strategybot/underwayStrategy?type=${rows?.[0]?.strategy_type}&id=${rows?.[0]?.strategy_id}`,
    );
    expect(bot.textContent).toMatch(/[+-]?[\d.]+%/);
  });

  it('is asked nothing for a visitor, and a browser that nobody is logged in with any more forgets that there was a trader', async () => {
    paint();
    await open();
    expect(asked()).toEqual([]);
    expect(document.documentElement.dataset.trader).toBeUndefined();
    cleanup();
    window.localStorage.setItem(TRADER_KEY, '1');
    isLoggedIn = false;
    paint();
    render(
      <ComponentHost>
        <OwnBotsFirst />
        <MyBots />
        <ViewerTeller />
      </ComponentHost>,
    );
    await pass(500);
    expect(asked()).toEqual([]);
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toContain('/en/login?return=');
    expect(window.localStorage.getItem(TRADER_KEY)).toBeNull();
  });

  it('is remembered once it is known who looks', async () => {
    render(
      <ComponentHost>
        <MyBots />
        <ViewerTeller />
      </ComponentHost>,
    );
    await pass(500);
    expect(window.localStorage.getItem(TRADER_KEY)).toBe('1');
  });

  it('says what to do without a bot, and what is not known is not none', async () => {
    window.localStorage.setItem(TRADER_KEY, '1');
    paint();
    rows = [];
    await open();
    expect(screen.getByText(/^Choose a strategy and create your first bot/)).toBeTruthy();
    // The head of the page has the way there, right below.
    expect(screen.queryByRole('link', { name: 'New to bots? Start here' })).toBeNull();
    cleanup();
    rows = null;
    await open();
    await pass(3_000);
    expect(screen.queryByText(/^Choose a strategy and create your first bot/)).toBeNull();
    expect(screen.queryAllByRole('listitem')).toEqual([]);
  });
});

describe('what a visitor reads first', () => {
  const text = (fees: Fees | null): string => {
    const { container } = render(
      <ComponentHost>
        <VisitorWords fees={fees} />
      </ComponentHost>,
    );
    const { textContent } = container;
    cleanup();
    return textContent ?? '';
  };
  const FEES = { taker_fee: '0.001', futures_taker_fee: '0.0005', futures_maker_fee: '0.0002', vip_fee_discount: '1' };

  it('is what this is, what it costs by the exchange’s own rates, and what can go wrong (X26)', () => {
    const said = text(FEES);
    for (const part of [
      'What this is',
      'What can go wrong',
      '0.1% on spot',
      '0.025% for spot and infinite grids',
      '0.05%',
      '0.02%',
    ])
      expect(said).toContain(part);
    const dear = text({ ...FEES, taker_fee: '0.002', futures_taker_fee: '0.00075', vip_fee_discount: '0.5' });
    for (const part of ['0.2% on spot', '0.025% for spot and infinite grids', '0.075%']) expect(dear).toContain(part);
  });

  it('names one rate of contracts where orders that wait pay the same', () => {
    // To the last digit: a quarter of a rate has more than it.
    expect(text({ ...FEES, taker_fee: '0.00075' })).toContain('0.01875%');
    const said = text({ ...FEES, futures_maker_fee: '0.0005' });
    expect(said).toContain('0.05% on contracts');
    expect(said).not.toContain('waits in the book');
  });

  it('has no figures where the exchange gives none', () => {
    expect(text(null)).not.toMatch(/\d%/);
    expect(text(null)).toContain('which the form shows');
  });

  it('has what just holding came to on every card, and says where that is not known', () => {
    const card: CardItem = {
      strategy_id: 7,
      is_ai: 0,
      strategy_type: 'spot_grid',
      strategy_name: '',
      market: 'BTC_USDT',
      run_times: 9,
      follow_num: 0,
      stop_upward_price: '',
      stop_downward_price: '',
      max_draw_down: '1',
      adj_sharp_rate: '',
      rate: '-1',
      year_pft_rate: '-1',
      match_times: 0,
      low_price: '',
      high_price: '',
      grid_num: '',
      leverage: '1',
      side: '',
      finish_time: 1,
      finish_as: 'liquidated',
      quiet_reason: '',
      coins: [],
      anonymous: 'a',
      nickname: '',
      curve: [],
    };
    const shown = (hold: string | undefined) => {
      const { container } = render(
        <ComponentHost>
          <StrategyCard item={{ ...card, hold_rate: hold }} />
        </ComponentHost>,
      );
      const { textContent } = container;
      cleanup();
      return textContent;
    };
    expect(shown('-0.2')).toContain('Holding -20.00%');
    expect(shown(undefined)).toContain('Holding --');
  });
});
