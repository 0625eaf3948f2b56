// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { Annualised } from '#components/discovery/annualised.tsx';
import { BotMetrics } from '#components/discovery/bot-metrics.tsx';
import { BotParameters } from '#components/discovery/bot-parameters.tsx';
import type { CardItem } from '#components/discovery/card-item.ts';
import { FiguresAge } from '#components/discovery/figures-age.tsx';
import { KindCard } from '#components/discovery/kind-card.tsx';
import { Picker } from '#components/discovery/picker.tsx';
import { ShellHeader } from '#components/discovery/shell-header.tsx';
import { StrategyCard } from '#components/discovery/strategy-card.tsx';
import { TrailingBadge } from '#components/discovery/trailing-badge.tsx';
import { QUIET_REASONS } from '#lib/contract/bot-words.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { CREATABLE_KINDS, OWN_KINDS } from '#lib/kinds/catalogue.ts';
import common from '#messages/en/common.json' with { type: 'json' };
import fields from '#messages/en/fields.json' with { type: 'json' };
import publicPages from '#messages/en/public.json' with { type: 'json' };
import { AI_GRADE } from '#tests/support/ai-grade.ts';

afterEach(cleanup);

function show(children: ReactNode): HTMLElement {
  return render(
    <NextIntlClientProvider locale="en" timeZone="UTC" messages={{ common, fields, public: publicPages }}>
      {children}
    </NextIntlClientProvider>,
  ).container;
}

const CARD: CardItem = {
  strategy_id: 7,
  is_ai: 0,
  strategy_type: 'spot_grid',
  strategy_name: 'Patient weave',
  market: 'BTC_USDT',
  run_times: 84 * 86_400,
  follow_num: 3,
  stop_upward_price: '',
  stop_downward_price: '',
  max_draw_down: '0.0184',
  adj_sharp_rate: '3.6561',
  rate: '0.09777347',
  year_pft_rate: '0.42408085',
  match_times: 1_103,
  low_price: '43147.4',
  high_price: '58068.1',
  grid_num: '20',
  leverage: '1',
  side: '',
  coins: [],
  anonymous: '8336b0b09cf44e82',
  nickname: '***',
  curve: [
    [1, '0.01'],
    [2, '0.09'],
  ],
};

describe('a strategy card of the picker', () => {
  const props = { kind: 'spot_grid', name: 'Spot grid', text: 'Buys low', followNum: 12 } as const;

  it('shows a signed annualised rate, and -- for zero (C-039, E-372)', () => {
    expect(show(<KindCard {...props} yearRate="0.2145" />).textContent).toContain('+21.45%');
    cleanup();
    expect(show(<KindCard {...props} yearRate="-0.05" />).textContent).toContain('-5.00%');
    cleanup();
    expect(show(<KindCard {...props} yearRate="0" />).textContent).toContain('--');
  });

  it('as the card of a bot does: its annualised rate of nought is --, too (E-372, X59)', () => {
    const rate = (year_pft_rate: string) => {
      const { textContent } = show(<StrategyCard item={{ ...CARD, year_pft_rate }} />);
      cleanup();
      return textContent;
    };
    expect(rate('0.42408085')).toContain('APR +42.41%');
    expect(rate('0.00000000')).toContain('APR --');
  });

  it('shows name, copies, description and the low-fee tag of grids (C-037, C-038, C-040, C-041, C-435, E-359)', () => {
    const text = show(<KindCard {...props} yearRate="0" />).textContent;
    for (const part of ['Spot grid', '12 copies', 'Buys low', 'fee as low as 0.05']) expect(text).toContain(part);
  });

  it('says nothing of nought copies, nor of how many nobody knows (C-038)', () => {
    for (const followNum of [0, null]) {
      const text = show(<KindCard {...props} followNum={followNum} yearRate="0" />).textContent;
      expect(text).toContain('Spot grid');
      expect(text).not.toMatch(/cop(y|ies)/i);
      cleanup();
    }
    const copies = (follow_num: number) => {
      const { textContent } = show(<StrategyCard item={{ ...CARD, follow_num }} />);
      cleanup();
      return textContent;
    };
    expect(copies(3)).toContain('Copies3');
    expect(copies(0)).toContain('Copies--');
    expect(copies(0)).not.toContain('Copies0');
  });
});

describe('the picker', () => {
  it('offers its strategies without figures when the class call failed (C-397, C-033, E-322)', () => {
    const text = show(<Picker tabs={null} announced={null} hot={[]} figures={[]} />).textContent;
    expect(text).toContain('Spot grid');
    expect(text).toContain('--');
  });

  it('offers nothing that cannot be created (C-103)', () => {
    // An earn product is none of the kinds (H8): what a server says of one makes no card.
    const earn = { strategy_type: 'auto-investment' as never, follow_num: 5, year_pft_rate: '1' };
    const hot = [{ ...earn, name: 'C', desc: '', market: 'BTC_USDT', follow_num: 1 }];
    const container = show(<Picker tabs={null} announced={null} hot={hot} figures={[earn]} />);
    const targets = [...container.querySelectorAll('a[href*="/strategybot/"]')].map((link) =>
      link.getAttribute('href'),
    );
    expect(targets.length).toBeGreaterThan(0);
    expect(targets).toEqual(CREATABLE_KINDS.map((kind) => `/en/strategybot/${kind}`));
  });

  it('offers of our own kinds those that the exchange announces; all while it has not said (H8, H61)', () => {
    const kindsOf = (announced: string[] | null) => {
      const links = show(<Picker tabs={null} hot={[]} figures={[]} announced={announced} />).querySelectorAll('a');
      const kinds = [...links].flatMap(
        (link) => /\/strategybot\/([\w-]+)$/.exec(link.getAttribute('href') ?? '')?.[1] ?? [],
      );
      cleanup();
      return kinds;
    };
    const documented = CREATABLE_KINDS.filter((kind) => !OWN_KINDS.includes(kind));
    expect(documented.length).toBe(10);
    expect(kindsOf(null)).toEqual(CREATABLE_KINDS);
    expect(kindsOf([])).toEqual(documented);
    for (const kind of OWN_KINDS)
      expect(kindsOf(['candles', `kind:${kind}`])).toEqual(
        CREATABLE_KINDS.filter((one) => one === kind || documented.includes(one)),
      );
    expect(kindsOf(['candles', 'kind:macd'])).toEqual([...documented, 'macd']);
  });

  it('names a popular strategy with its market and hands the market on (C-104)', () => {
    const hot = [
      {
        strategy_type: 'spot_grid',
        name: 'Weave',
        desc: 'Many small grids',
        market: 'ETH_USDT',
        follow_num: 1,
        year_pft_rate: '1',
      },
    ] as const;
    show(<Picker tabs={null} announced={null} hot={[...hot]} figures={[]} />);
    const link = screen.getByRole('link', { name: /Weave.*ETH\/USDT/ });
    expect(link.getAttribute('href')).toBe('/en/strategybot/spot_grid?market=ETH_USDT');
  });

  it('opens the bot of a popular card where the exchange says which it is (G4)', () => {
    const card = {
      strategy_type: 'macd',
      name: 'Weave',
      desc: '',
      market: 'ETH_USDT',
      follow_num: 0,
      year_pft_rate: '',
      strategy_id: 9,
      anonymous: CARD.anonymous,
    } as const;
    show(<Picker tabs={null} announced={null} hot={[card]} figures={[]} />);
    const link = screen.getByRole('link', { name: /Weave/ });
    expect(link.getAttribute('href')).toBe(`/en/strategybot/detail?id=9&type=macd&name=${CARD.anonymous}`);
    expect(link.textContent).not.toMatch(/cop(y|ies)/i);
    // A bot's own name says nothing of what it is (G1).
    expect(link.textContent).toContain('MACD');
  });
});

describe('the page of a strategy', () => {
  it.each(CREATABLE_KINDS)(
    'of %s has its way back, guide, two tabs of which one asks for a login, and the fee notice of its own grids (C-042, C-043, C-047, C-048, C-049, C-173)',
    (kind) => {
      const page = within(show(<ShellHeader kind={kind} fees={null} />));
      expect(page.getByRole('link', { name: 'All strategies' }).getAttribute('href')).toBe('/en/strategybot');
      expect(page.getByText('How it works').closest('details')?.querySelectorAll('li')).toHaveLength(3);
      const tabs = within(page.getByRole('navigation'));
      expect(tabs.getByText('Recommended').getAttribute('aria-current')).toBe('page');
      expect(tabs.getByRole('link', { name: 'Customize' }).getAttribute('href')).toMatch(/^\/en\/login\?return=/);
      expect(page.queryByText(/0\.10%/) !== null).toBe(['spot_grid', 'infinite_grid'].includes(kind));
    },
  );
});

it('the page of a grid says what the exchange charges: its taker fee, a quarter of it with the VIP factor (C-047, C-436, E-290, M-389)', () => {
  const fees = { taker_fee: '0.002', futures_taker_fee: '0.0005', futures_maker_fee: '0', vip_fee_discount: '0.15' };
  const said = show(<ShellHeader kind="spot_grid" fees={fees} />).textContent;
  expect(said).toContain('0.20%');
  expect(said).toContain('0.0075%');
});

describe('a recommended bot', () => {
  it('says its kind, what has become of it and why it has not traded, and whose parameters they are (G1, G2, G4, H57, C-018)', () => {
    expect(show(<StrategyCard item={CARD} />).textContent).toContain('Spot grid');
    expect(screen.queryByText(/No trade for 7 days/)).toBeNull();
    cleanup();
    // Whose parameters an AI search found is said (C-018).
    expect(show(<StrategyCard item={CARD} />).textContent).not.toContain('AI parameters');
    cleanup();
    expect(show(<StrategyCard item={{ ...CARD, is_ai: 1 }} />).textContent).toContain('AI parameters');
    cleanup();
    // And how good the search said they were, where it is known.
    expect(show(<StrategyCard item={{ ...CARD, is_ai: 1, ai_grade: AI_GRADE }} />).textContent).toContain(
      'AI parameters, grade B',
    );
    cleanup();
    // Nobody wears a grade who is not the AI's.
    expect(show(<StrategyCard item={{ ...CARD, ai_grade: AI_GRADE }} />).textContent).not.toContain('grade');
    cleanup();
    const ended = show(<StrategyCard item={{ ...CARD, finish_time: 1, finish_as: 'liquidated' }} />).textContent;
    expect(ended).toContain('Liquidated');
    expect(ended).toContain('Ran 84d');
    cleanup();
    expect(show(<StrategyCard item={{ ...CARD, finish_time: 1, finish_as: 'stop_profit' }} />).textContent).toContain(
      'Ended',
    );
    cleanup();
    for (const reason of QUIET_REASONS) {
      const quiet = show(<StrategyCard item={{ ...CARD, strategy_type: 'macd', quiet_reason: reason }} />).textContent;
      expect(quiet).toMatch(/No trade for 7 days: \w/);
      expect(quiet).toContain('MACD');
      cleanup();
    }
  });

  it('shows market, creator, run time, results, range and grids, and opens its page (C-086, C-088, C-113, C-350)', () => {
    const text = show(<StrategyCard item={CARD} />).textContent;
    for (const part of [
      'BTC/USDT',
      '***',
      '84d 0h',
      '+9.78%',
      '+42.41%',
      '1.84%',
      '3.66',
      '1,103',
      '43,147.4 – 58,068.1',
      '20',
    ])
      expect(text).toContain(part);
    expect(screen.getByRole('link').getAttribute('href')).toBe(
      '/en/strategybot/detail?id=7&type=spot_grid&name=8336b0b09cf44e82',
    );
  });

  it('has both ends of a range with the same decimals (C10)', () => {
    const text = show(<StrategyCard item={{ ...CARD, low_price: '1546.58', high_price: '2556.6' }} />).textContent;
    expect(text).toContain('1,546.58 – 2,556.60');
  });

  it('says the leverage of what has no grid and no coins, by its name where no side stands before it (C-108)', () => {
    const levered = { ...CARD, strategy_type: 'contract-martingale', grid_num: '', leverage: '3' } as const;
    expect(show(<StrategyCard item={{ ...levered, side: '' }} />).textContent).toMatch(/Leverage 3X$/);
    cleanup();
    expect(show(<StrategyCard item={{ ...levered, side: 'buy' }} />).textContent).toMatch(/Long 3X$/);
    cleanup();
    expect(show(<StrategyCard item={{ ...levered, side: 'buy', leverage: '1' }} />).textContent).toMatch(/Spot$/);
    cleanup();
    // On a contract it is no spot bot with any leverage (C-108).
    const onContract = { ...levered, leverage: '1', isOnContract: true };
    expect(show(<StrategyCard item={{ ...onContract, side: 'sell' }} />).textContent).toMatch(/Short 1X$/);
    cleanup();
    expect(show(<StrategyCard item={{ ...onContract, side: '' }} />).textContent).toMatch(/Leverage 1X$/);
  });

  it('names the coins of a portfolio alone where its shares are hidden, as the exchange tells it: every other parameter is masked too (C-112, C-346)', () => {
    const coins = ['BTC', 'ETH'].map((asset) => ({ asset, rate: '-' }));
    const hidden = { strategy_type: 'smart-position', low_price: '-', high_price: '-', grid_num: '-', coins } as const;
    const text = show(<StrategyCard item={{ ...CARD, ...hidden }} />).textContent;
    expect(text).toContain('BTC · ETH');
    expect(text).not.toContain('Parameters hidden');
  });

  it('says that hidden parameters are hidden (C-346)', () => {
    const hidden = { ...CARD, low_price: '-', high_price: '-', grid_num: '-' };
    expect(show(<StrategyCard item={hidden} />).textContent).toContain('Parameters hidden');
  });

  it('has no annualised rate in its first seven days, and says why (H50)', () => {
    const container = show(<Annualised rate="" />);
    expect(container.textContent).toContain('--');
    expect(container.firstElementChild?.getAttribute('title')).toBe(common.youngBot);
  });

  it('says which way its range follows the price, masked bounds say nothing (C-109)', () => {
    expect(show(<TrailingBadge up="70000" down="" />).textContent).toBe('Trailing up');
    cleanup();
    expect(show(<TrailingBadge up="" down="100" />).textContent).toBe('Trailing down');
    cleanup();
    expect(show(<TrailingBadge up="-" down="-" />).textContent).toBe('');
    cleanup();
    expect(show(<TrailingBadge up="0" down="" />).textContent).toBe('');
  });
});

describe('the page of a shared bot', () => {
  const row = {
    market: 'BTC_USDT',
    profit: '97.7805',
    strategy_type: 'spot_grid',
    settle: '',
    profit_rate: '0.0977',
    year_pft_rate: '',
    strategy_profit: '39.6138',
    money: '1000',
    money_asset: 'USDT',
    max_draw_down: '0.018',
    adj_sharp_rate: '',
    win_num: 2,
    loss_num: 1,
    match_times: 3,
    run_times: 600,
    follow_num: 0,
  } as StrategyRow;

  const figure = (container: HTMLElement, name: string): string | null | undefined =>
    [...container.querySelectorAll('dt')].find((one) => one.textContent === name)?.nextElementSibling?.textContent;

  it('shows the win rate with two decimals, and -- before anything was won or lost (E-368, H37)', () => {
    expect(figure(show(<BotMetrics bot={row} copiers={null} />), 'Win rate')).toBe('66.67%');
    cleanup();
    expect(figure(show(<BotMetrics bot={{ ...row, loss_num: 0 }} copiers={null} />), 'Win rate')).toBe('100.00%');
    cleanup();
    expect(figure(show(<BotMetrics bot={{ ...row, win_num: 0, loss_num: 0 }} copiers={null} />), 'Win rate')).toBe(
      '--',
    );
  });

  it('keeps masked amounts masked, without a unit', () => {
    const container = show(<BotMetrics bot={{ ...row, profit: '-', money: '-' }} copiers={null} />);
    expect(figure(container, 'Total profit')).toBe('-');
    expect(figure(container, 'Investment')).toBe('-');
  });

  it('replaces hidden parameters by the notice and the abstract (C-346)', () => {
    const container = show(<BotParameters rows={null} abstract="Mean reversion" />);
    expect(container.textContent).toContain('The provider keeps the parameters of this bot hidden.');
    expect(container.textContent).toContain('Mean reversion');
    expect(container.querySelector('dl')).toBeNull();
  });

  it('lists open parameters under the names of the form', () => {
    const rows = [
      { label: 'rows.price_range', value: '43147.4 – 58068', unit: 'USDT', priceDecimals: 2 },
      { label: 'rows.stop_loss', value: '--', unit: '', priceDecimals: 2 },
      { label: 'rows.stop_profit', value: '-', unit: '', priceDecimals: 2 },
    ];
    const container = show(<BotParameters rows={rows} abstract="" />);
    expect(within(container).getByText('Price range').nextElementSibling?.textContent).toBe(
      '43,147.40 – 58,068.00 USDT',
    );
    expect([...container.querySelectorAll('dd')].map(({ textContent }) => textContent).slice(1)).toEqual(['--', '-']);
  });
});

describe('the age of a page’s figures (D8, H56)', () => {
  it('is their time, and says when the exchange has gone silent', () => {
    const now = Date.now();
    expect(show(<FiguresAge atMs={now - 20_000} />).textContent).toMatch(/^Figures as of \d\d:\d\d:\d\d UTC\.$/);
    cleanup();
    const old = show(<FiguresAge atMs={now - 12 * 60_000} />).textContent;
    expect(old).toContain('The exchange is not answering');
    expect(old).toContain('12 min old');
    cleanup();
    expect(show(<FiguresAge atMs={null} />).textContent).toBe('');
  });
});
