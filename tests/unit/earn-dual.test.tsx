// @vitest-environment jsdom
import { cleanup, fireEvent, render, renderHook, screen, within } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { NextIntlClientProvider } from 'next-intl';
import { describe, expect, it, vi } from 'vitest';
import { dualPath, loginPath } from '#components/addresses/paths.ts';
import { readDualAddress } from '#components/earn/dual-address.ts';
import { DualCell } from '#components/earn/dual-cell.tsx';
import { DualHow } from '#components/earn/dual-how.tsx';
import { DualListPart } from '#components/earn/dual-list.tsx';
import { DualOrders } from '#components/earn/dual-orders.tsx';
import type { DualRow, Offers } from '#components/earn/dual-product.ts';
import { MadeOffers } from '#components/earn/made-offers.tsx';
import { orderFigures } from '#components/earn/order-figures.ts';
import { OrderOutcome } from '#components/earn/order-outcome.tsx';
import { heldWorthAt, payoffLines, sixDigits, worthAt } from '#components/earn/payoff.ts';
import { PayoffPicture } from '#components/earn/payoff-picture.tsx';
import { useOfferFigures } from '#components/earn/use-offer-figures.ts';
import { botsViewAtom } from '#lib/client/bots-view.ts';
import { forgetViewer } from '#lib/client/session-loss.ts';
import { toastsAtom } from '#lib/client/toasts.ts';
import { tellViewer } from '#lib/client/viewer.ts';
import { DUAL_STATUSES } from '#lib/contract/dual-words.ts';
import { HOUSE_SHARE } from '#lib/formulas/dual-price.ts';
import { LANGUAGES } from '#lib/i18n/languages.ts';
import { loadMessages } from '#lib/i18n/messages.ts';
import { parseAmount } from '#lib/money/amount.ts';
import { NO_FIGURE } from '#lib/money/display.ts';
import dual from '#messages/en/dual.json' with { type: 'json' };
import { ComponentHost, type FakeCall } from '#tests/support/component-host.tsx';
import { inOwnTime, pass } from '#tests/support/component-time.ts';

vi.mock('#lib/i18n/fetch-messages.ts', () => import('#tests/support/fetch-messages.ts'));

const NOW_S = 1_780_000_000;
const SESSION = { logged_in: true, anonymous: '0123456789abcdef', user_id: 1 };

const row = (changes: Partial<DualRow> = {}): DualRow => ({
  id: 7,
  instrument_name: 'BTC_USDT-20260605-70000-C',
  create_timest: NOW_S - 60,
  start_timest: NOW_S + 600,
  exercise_currency: 'USDT',
  invest_currency: 'BTC',
  invest_amount: '0.25',
  exercise_price: '70000',
  status: 'INIT',
  profit: '',
  settlement_currency: '',
  settlement_amount: '',
  delivery_timest: NOW_S + 604_800,
  apy_display: '0.1234',
  invest_days: 7,
  settlement_price: '',
  ...changes,
});
const OFFERS: Offers = {
  pair: 'BTC_USDT',
  type: 'put',
  quote_time: NOW_S,
  valid_until: NOW_S + 180,
  index_price: '68000',
  volatility: '0.55',
  house_share: '0.15',
  min_amount: '10',
  max_amount: '100000',
  start_timest: NOW_S + 900,
  offers: [
    {
      exercise_price: '67000',
      delivery_timest: NOW_S + 605_700,
      invest_days: 7,
      apy_display: '0.4',
      fair_apy: '0.48',
      max_amount: '100000',
    },
    {
      exercise_price: '66000',
      delivery_timest: NOW_S + 605_700,
      invest_days: 7,
      apy_display: '0.3',
      fair_apy: '0.36',
      max_amount: '100000',
    },
  ],
};

let capabilities: readonly string[];
let rows: readonly DualRow[];
let offers: Offers;
/** Null: the door says nothing. */
let session: object | null;
let offersCome: boolean;
let cancelsCome: boolean;

const answerOf = (code: number, data: unknown): object => ({ code, message: '', data });

let ordered: object;

function answer({ url, method }: FakeCall): object | null {
  if (url.includes('/api/session')) return session === null ? null : answerOf(200, session);
  if (url.includes('capabilities')) return answerOf(200, capabilities);
  if (url.includes('available_balance')) {
    return answerOf(200, { currency_outables: [{ asset: 'USDT', outable: '500' }], max_outable: { outable: '500' } });
  }
  if (url.includes('/dual_center/offers')) return offersCome ? answerOf(0, offers) : null;
  if (url.includes('/dual_center/order_list')) return answerOf(0, { data: rows, total: 41 });
  if (url.includes('/dual_center/cancel_order')) {
    if (!cancelsCome) return null;
    rows = [];
    return answerOf(0, { order_id: 7 });
  }
  if (method === 'POST' && url.includes('/dual_center/order')) return ordered;
  return answerOf(200, []);
}

const calls = inOwnTime(
  answer,
  () => {
    capabilities = ['dual_offers'];
    rows = [row()];
    offers = OFFERS;
    session = SESSION;
    offersCome = true;
    cancelsCome = true;
    ordered = answerOf(0, row());
    tellViewer(SESSION as never);
    getDefaultStore().set(botsViewAtom, (view) => ({ ...view, fastUntilMs: null }));
  },
  NOW_S * 1_000,
);

const sentTo = (path: string): FakeCall[] => calls.filter(({ url }) => url.includes(path));

async function list(product: 'sell-high' | 'buy-low', which: 'PROCESSING' | 'SETTLEMENT_SUCCESS' = 'PROCESSING') {
  render(
    <ComponentHost>
      <DualOrders product={product} list={which} />
    </ComponentHost>,
  );
  await pass(1_000);
}

const headers = (): readonly string[] =>
  screen.getAllByRole('columnheader').map(({ textContent }) => textContent ?? '');

function cellText(column: Parameters<typeof DualCell>[0]['column'], changes: Partial<DualRow>): string {
  const { container, unmount } = render(
    <ComponentHost>
      <DualCell column={column} row={row(changes)} />
    </ComponentHost>,
  );
  const text = container.textContent ?? '';
  unmount();
  return text;
}

describe('the table of orders', () => {
  it('has the documented columns, the price by the side (E-061, E-062, E-065, E-066, E-069, E-071)', async () => {
    await list('sell-high');
    const both = ['Product', 'Created', 'Pair', 'Amount', 'Profit', 'Expiry', 'APR', 'Days', 'Settlement price'];
    for (const name of [...both, 'Sell price']) expect(headers()).toContain(name);
    // Seconds, not milliseconds.
    expect(screen.getAllByText(/2026/).length).toBeGreaterThan(0);
    expect(screen.getAllByText('0.25 BTC').length).toBeGreaterThan(0);
  });

  it('names the price of buy-low orders as what it is', async () => {
    await list('buy-low');
    expect(headers()).toContain('Buy price');
    expect(headers()).not.toContain('Sell price');
    const asked = new URL(sentTo('order_list')[0]?.url ?? '', 'http://localhost').searchParams;
    expect(Object.fromEntries(asked)).toEqual({ type: 'put', status: 'PROCESSING', page: '1', page_size: '20' });
  });

  it('shows the coin before USDT on both sides (E-063, E-064)', () => {
    expect(cellText('pair', {})).toBe('BTC/USDT');
    expect(cellText('pair', { invest_currency: 'USDT', exercise_currency: 'BTC' })).toBe('BTC/USDT');
  });

  it('shows profit in the two settlement states alone, coloured and signed (E-067, E-068)', () => {
    for (const status of DUAL_STATUSES) {
      const isTold = status.startsWith('SETTLEMENT');
      expect(cellText('profit', { status, profit: '-0.01' }), status).toBe(isTold ? '-0.01 BTC' : NO_FIGURE);
    }
    expect(cellText('profit', { status: 'SETTLEMENT_PROCESSING', profit: '' })).toBe(NO_FIGURE);
    const { container } = render(
      <ComponentHost>
        <DualCell column="profit" row={row({ status: 'SETTLEMENT_SUCCESS', profit: '0.002' })} />
        <DualCell column="profit" row={row({ status: 'SETTLEMENT_SUCCESS', profit: '-0.002' })} />
      </ComponentHost>,
    );
    expect([...container.querySelectorAll('span')].map(({ className }) => className)).toEqual([
      'text-rise',
      'text-fall',
    ]);
  });

  it('shows the fraction as a percent, and a settlement price in USDT or none (E-070, E-072)', () => {
    expect(cellText('apr', {})).toBe('12.34%');
    expect(cellText('settlement', {})).toBe(NO_FIGURE);
    expect(cellText('settlement', { settlement_price: '70123.5' })).toBe('70,123.5 USDT');
  });

  it('shows no term that another exchange does not tell (E-071)', () => {
    expect(cellText('days', {})).toBe('7');
    expect(cellText('days', { invest_days: 0 })).toBe(NO_FIGURE);
  });

  it('says of an order that settled what was paid out, in the coin that it came in', () => {
    const paid = { settlement_amount: '10.37438293', settlement_currency: 'USDT' } as const;
    expect(cellText('status', { status: 'SETTLEMENT_SUCCESS', ...paid })).toBe('SettledPaid out: 10.37438293 USDT');
    expect(cellText('status', { status: 'SETTLEMENT_SUCCESS' })).toBe('Settled');
    expect(cellText('status', { status: 'CANCELED', ...paid })).toBe('Cancelled');
  });

  it('has pages of twenty (E-073, E-326)', async () => {
    await list('sell-high');
    expect(within(screen.getByRole('navigation')).getByText(/1.*3/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: /next/i }));
    await pass(1_000);
    expect(sentTo('order_list').at(-1)?.url).toContain('page=2');
  });

  it('offers to cancel what has not begun and nothing else, and asks the list anew (E-074, E-075, E-143)', async () => {
    rows = DUAL_STATUSES.map((status, id) => row({ status, id: id + 1 }));
    await list('sell-high');
    const cancel = screen.getAllByRole('button', { name: 'Cancel' });
    // Each row is there once, as a row or as a card.
    expect(cancel).toHaveLength(1);
    const before = sentTo('order_list').length;
    fireEvent.click(cancel[0] as HTMLElement);
    fireEvent.click(screen.getByRole('button', { name: 'Cancel order' }));
    await pass(1_000);
    const id = DUAL_STATUSES.indexOf('INIT') + 1;
    expect(sentTo('cancel_order').map(({ body }) => body)).toEqual([{ order_id: id }]);
    expect(sentTo('order_list').length).toBeGreaterThan(before);
    expect(screen.queryAllByRole('button', { name: 'Cancel' })).toHaveLength(0);
  });

  it('keeps the question of a cancel that was not answered: the same is asked for', async () => {
    await list('sell-high');
    cancelsCome = false;
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    fireEvent.click(screen.getByRole('button', { name: 'Cancel order' }));
    await pass(1_000);
    cancelsCome = true;
    fireEvent.click(screen.getByRole('button', { name: 'Ask what became of it' }));
    await pass(1_000);
    expect(sentTo('cancel_order').map(({ headers }) => headers['idempotency-key'])).toEqual(
      Array.from({ length: 4 }, () => expect.any(String)),
    );
    expect(new Set(sentTo('cancel_order').map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is asked every 10 s, and every 2 s after an action (E-148)', async () => {
    await list('sell-high');
    const asked = async (ms: number): Promise<number> => {
      const before = sentTo('order_list').length;
      await pass(ms);
      return sentTo('order_list').length - before;
    };
    expect(await asked(20_000)).toBe(2);
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    fireEvent.click(screen.getByRole('button', { name: 'Cancel order' }));
    await pass(1_000);
    expect(await asked(8_000)).toBeGreaterThanOrEqual(4);
  });

  it('of the past is asked for by its own word, and offers nothing (E-142)', async () => {
    rows = [row({ status: 'CANCELED' })];
    await list('sell-high', 'SETTLEMENT_SUCCESS');
    expect(sentTo('order_list')[0]?.url).toContain('status=SETTLEMENT_SUCCESS');
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  });
});

/** As the page makes them. */
const ADDRESSES = {
  login: loginPath('en', dualPath('en', 'buy-low', 'BTC_USDT', null)),
  allTerms: dualPath('en', 'buy-low', 'BTC_USDT'),
};

/** The page's part with offers as the page comes with them (null: the exchange did not say); what keeps them fresh has come. */
async function section(days: number | null = null, made: Offers | null = null): Promise<void> {
  render(
    <ComponentHost>
      <MadeOffers product="buy-low" market="BTC_USDT" days={days} addresses={ADDRESSES} offers={made} />
    </ComponentHost>,
  );
  await pass(1_500);
}

describe('an empty list of orders', () => {
  it('leads to the offers where they do not stand above it', async () => {
    rows = [];
    await list('sell-high');
    expect(screen.getByText('Choose an offer above.')).toBeTruthy();
    cleanup();
    render(
      <ComponentHost>
        <DualListPart product="sell-high" list="PROCESSING" />
      </ComponentHost>,
    );
    await pass(1_000);
    expect(screen.queryByText('Choose an offer above.')).toBeNull();
    expect(screen.getByRole('link', { name: 'Sell high' })).toHaveProperty(
      'href',
      expect.stringMatching(/\/en\/earn\/sell-high$/),
    );
  });
});

describe('what can come of an order', () => {
  const shownOf = (terms: Partial<Offers>, offer: Partial<Offers['offers'][number]>): void => {
    const all = { ...OFFERS, ...terms };
    const one = { ...OFFERS.offers[0]!, ...offer };
    const figures = orderFigures(all, one, parseAmount('100') ?? 0n)!;
    render(
      <ComponentHost>
        <OrderOutcome offers={all} offer={one} figures={figures} />
      </ComponentHost>,
    );
  };

  it.each(['index_price', 'volatility'])('is not drawn around 0 while the %s is not known', (name) => {
    expect(orderFigures({ ...OFFERS, [name]: '' }, OFFERS.offers[0]!, parseAmount('100') ?? 0n)).toBeNull();
  });

  it('names prices with the digits that they have, of cheap coins too', () => {
    shownOf({ pair: 'DOGE_USDT', index_price: '0.0821', volatility: '0.9' }, { exercise_price: '0.081' });
    const label = screen.getByText(/Worth in USDT if the price falls to/).textContent ?? '';
    expect(label).toMatch(/falls to 0\.0\d{5,} USDT/);
  });

  it('says of a sale that is not likely to come what it is worth in coins, and of no USDT that there would not be', () => {
    shownOf({ type: 'call', index_price: '68000', volatility: '0.1' }, { exercise_price: '75000' });
    const line = screen.getByText(/^Worth in coins if the price rises to/).closest('div') as HTMLElement;
    // Kept with its interest: 100 · (1 + 0.4 · 7 ÷ 365).
    expect(within(line).getByText('100.76712328 BTC')).toBeTruthy();
  });

  it('says of USDT that come back in any likely case what they are, to the last digit', () => {
    shownOf({ index_price: '68000', volatility: '0.1' }, { exercise_price: '60000' });
    const line = screen.getByText(/^Worth in USDT if the price falls to/).closest('div') as HTMLElement;
    expect(within(line).getByText('100.76712328 USDT')).toBeTruthy();
  });

  it('computes worst cases as their tips say: what stands there is what comes of the values beside it', async () => {
    await import('#components/bots/figures/figure-tip.tsx');
    const tipOf = async (label: RegExp) => {
      fireEvent.click(screen.getByRole('button', { name: label }));
      await pass(200);
      const tip = screen.getByRole('dialog');
      const values = [...tip.querySelectorAll('dl > div')].map((one) => one.textContent);
      fireEvent.keyDown(tip, { key: 'Escape' });
      return values;
    };
    shownOf({ index_price: '68000', volatility: '0.1' }, { exercise_price: '60000' });
    // USDT that come back are no coins at a low price.
    expect((await tipOf(/^Worth in USDT if the price falls to/))[0]).toBe('Paid back100.76712328 USDT');
    cleanup();
    shownOf({ index_price: '68000', volatility: '2' }, { exercise_price: '67000' });
    const bought = await tipOf(/^Worth in USDT if the price falls to/);
    expect(bought[0]).toContain('Worst case in USDT');
    const [worst = 0, coins = 0, price = 0] = bought.map((one) =>
      Number(/[\d,.]+(?= )/.exec(one)?.[0].replaceAll(',', '')),
    );
    expect(worst / (coins * price)).toBeCloseTo(1, 3);
  });

  it('has six digits of any figure, and no exponent', () => {
    expect([0, 0.00000012345678, 0.081234567, 68_000.123, 123_456_789].map(sixDigits)).toEqual([
      '0',
      '0.000000123457',
      '0.0812346',
      '68000.1',
      '123456789',
    ]);
  });
});

describe('the figures of offers, for tips', () => {
  it('are written when a tip is opened, not with each answer', () => {
    let read = 0;
    const counted = OFFERS.offers.map((offer) => ({
      ...offer,
      get apy_display() {
        read += 1;
        return offer.apy_display;
      },
    }));
    const { result } = renderHook(() => useOfferFigures({ ...OFFERS, offers: counted }, null), {
      wrapper: ComponentHost,
    });
    expect(read).toBe(0);
    expect(result.current?.[0]?.name).toBe('67,000 USDT · Jun 4, 2026, 20:41 UTC');
    expect(result.current?.[0]?.of.values).toMatchObject({ offered_rate: '40.00%', exercise_price: '67,000 USDT' });
    expect(read).toBe(1);
  });
});

describe('offers and the way to order them', () => {
  it('have no unit where there is no index price, and say the share that the house really keeps', async () => {
    offers = { ...OFFERS, index_price: '', volatility: '', offers: [] };
    await section();
    expect(screen.getByText('Nothing is offered right now')).toBeTruthy();
    expect(screen.queryByText(/-- USDT/)).toBeNull();
    render(
      <ComponentHost>
        <DualHow product="buy-low" />
      </ComponentHost>,
    );
    expect(screen.getByText(new RegExp(`The house keeps ${HOUSE_SHARE * 100}% of`))).toBeTruthy();
  });

  // The times are those of the exchange (exchange-dual.test.ts: a gap of the feed; a price that nobody knows).
  it.each(['sell-high', 'buy-low'] as const)(
    'of %s say what is done where the price of the expiry is not known',
    (product) => {
      render(
        <ComponentHost>
          <DualHow product={product} />
        </ComponentHost>,
      );
      const said = screen.getByText(/^At expiry the order is compared/).textContent;
      expect(said).toContain(
        'not found within an hour of looking, the last one of the ten minutes before expiry serves',
      );
      expect(said).toContain('everything comes back after a day without interest');
    },
  );

  it('come as soon as the volatility is known: until then that is said, no failure, and it is asked more often', async () => {
    offers = { ...OFFERS, volatility: '', offers: [] };
    await section();
    expect(screen.getByText('Offers come as soon as this market’s volatility is known')).toBeTruthy();
    const before = sentTo('/dual_center/offers').length;
    await pass(4_500);
    expect(sentTo('/dual_center/offers').length - before).toBeGreaterThanOrEqual(2);
    offers = OFFERS;
    await pass(2_500);
    expect(screen.getAllByRole('button', { name: 'Order' })).toHaveLength(2);
  });

  it('that the house has nothing to set aside for say so in the place of the button; of less than usual that is the most', async () => {
    const [first, second] = OFFERS.offers;
    offers = {
      ...OFFERS,
      offers: [
        { ...first!, max_amount: '0' },
        { ...second!, max_amount: '120' },
      ],
    };
    await section();
    expect(screen.getAllByText('Not available now')).toHaveLength(1);
    expect(screen.getByText(/the house has set aside all that it can pay/)).toBeTruthy();
    const order = screen.getAllByRole('button', { name: 'Order' });
    expect(order).toHaveLength(1);
    fireEvent.click(order[0] as HTMLElement);
    await pass(1_000);
    const dialog = within(screen.getByRole('dialog'));
    fireEvent.change(dialog.getByRole('textbox'), { target: { value: '121' } });
    await pass(500);
    expect(dialog.getByText(/An order takes 10 USDT to 120 USDT/)).toBeTruthy();
  });

  it('of one term are those alone; where there is none of it that is said, with the way to all', async () => {
    const [first, second] = OFFERS.offers;
    offers = { ...OFFERS, offers: [first!, { ...second!, invest_days: 1, delivery_timest: NOW_S + 86_400 }] };
    await section(7);
    expect(screen.getAllByRole('button', { name: 'Order' })).toHaveLength(1);
    expect(screen.queryByText('1 day')).toBeNull();
    cleanup();
    await section(30);
    expect(screen.getByText('Nothing is offered for this term right now')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Show all terms' })).toHaveProperty(
      'href',
      expect.stringMatching(/\/en\/earn\/buy-low$/),
    );
  });

  it('have an address for each term, and no other spelling of it', () => {
    const at = (...market: string[]) => readDualAddress({ lang: 'en', product: 'buy-low', market });
    expect(at('filter', 'days-7')).toMatchObject({ market: 'BTC_USDT', days: 7 });
    expect(at('ETH_USDT', 'filter', 'days-30')).toMatchObject({ market: 'ETH_USDT', days: 30 });
    expect(at('ETH_USDT')).toMatchObject({ market: 'ETH_USDT', days: null });
    expect(at()).toMatchObject({ market: 'BTC_USDT', days: null });
    for (const wrong of [
      ...[['BTC_USDT'], ['BTC_USDT', 'filter', 'days-7'], ['filter'], ['filter', 'days-0'], ['filter', 'days-07']],
      ...[['filter', 'days-7', 'x'], ['days-7'], ['filter', 'coin-BTC'], ['eth_usdt'], ['filter', 'days-1000']],
    ])
      expect(at(...wrong), wrong.join('/')).toBeNull();
    for (const [market, days] of [
      ['BTC_USDT', 7],
      ['ETH_USDT', 1],
      ['ETH_USDT', null],
    ] as const) {
      const parts = dualPath('en', 'buy-low', market, days).split('/').slice(4);
      expect(at(...parts)).toMatchObject({ market, days });
    }
  });

  it('of the page stand where they are: what is new is written into them, and nothing else is drawn again', async () => {
    const [first, second] = OFFERS.offers;
    offers = { ...OFFERS, offers: [first!, { ...second!, apy_display: '0.31' }] };
    session = { ...SESSION, logged_in: false };
    forgetViewer();
    tellViewer(session as never);
    render(
      <ComponentHost>
        <MadeOffers product="buy-low" market="BTC_USDT" days={null} addresses={ADDRESSES} offers={OFFERS} />
      </ComponentHost>,
    );
    const whole = () => [...screen.getByRole('table').querySelectorAll('tr, td, td *')];
    const before = whole();
    const changed: Node[] = [];
    const seen = new MutationObserver((changes) => changed.push(...changes.map(({ target }) => target)));
    seen.observe(screen.getByRole('table'), { childList: true, subtree: true, characterData: true });
    await pass(1_500);
    seen.disconnect();
    expect(screen.getByText('31.00%')).toBeTruthy();
    expect(whole()).toEqual(before);
    expect(changed.map(({ textContent }) => textContent)).toEqual(['31.00%']);
  });

  it('of the page stay where new ones do not come, and the page says that they are old', async () => {
    offersCome = false;
    await section(null, OFFERS);
    expect(screen.getByText('40.00%')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Order' })).toBeNull();
    await pass(60_000);
    expect(screen.getByText('40.00%')).toBeTruthy();
    expect(screen.getAllByRole('status').some(({ dataset }) => dataset.stale === 'late')).toBe(true);
  });

  it('come with the way in, out of sight where a trader has used the browser until it is known that nobody is logged in', async () => {
    const ways = () => within(screen.getByRole('table')).queryAllByRole('link', { name: /log in to order/i });
    const hidden = () => ways().filter(({ className }) => className.includes('[[data-trader]_&]:invisible'));
    document.documentElement.dataset.trader = '1';
    try {
      forgetViewer();
      session = null;
      await section(null, OFFERS);
      expect(ways()).toHaveLength(2);
      expect(hidden()).toHaveLength(2);
      cleanup();
      session = { ...SESSION, logged_in: false };
      tellViewer(session as never);
      await section(null, OFFERS);
      expect(ways()).toHaveLength(2);
      expect(hidden()).toHaveLength(0);
    } finally {
      delete document.documentElement.dataset.trader;
    }
  });

  it('tells an expiry in UTC, and says so: in the page as it comes, ever after, and before ordering', async () => {
    const expiry = /^Jun 4, 2026, 20:41 UTC$/;
    render(
      <ComponentHost>
        <MadeOffers product="buy-low" market="BTC_USDT" days={null} addresses={ADDRESSES} offers={OFFERS} />
      </ComponentHost>,
    );
    const made = screen.getAllByText(expiry).length;
    expect(made).toBeGreaterThan(0);
    await pass(1_500);
    expect(screen.getAllByText(expiry)).toHaveLength(made);
    fireEvent.click(screen.getAllByRole('button', { name: 'Order' })[0] as HTMLElement);
    await pass(1_000);
    const dialog = screen.getByRole('dialog');
    expect(dialog.textContent).toContain('20:41 UTC');
    expect(dialog.textContent).toMatch(/cancelled until [^.]* UTC/);
  });

  it('shows the offered rate beside what the option is worth, and sends what is shown (H20)', async () => {
    await section();
    expect(screen.getAllByText('40.00%').length).toBeGreaterThan(0);
    expect(screen.getAllByText('48.00%').length).toBeGreaterThan(0);
    fireEvent.click(screen.getAllByRole('button', { name: 'Order' })[0] as HTMLElement);
    await pass(1_000);
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByRole('img').querySelectorAll('[data-line]')).toHaveLength(2);
    fireEvent.change(dialog.getByRole('textbox'), { target: { value: '200' } });
    await pass(500);
    // 200 · (1 + 0.4 · 7 ÷ 365), and the same in coins at 67,000.
    expect(dialog.getAllByText('201.53424657 USDT')).toHaveLength(2);
    // One figure is one text, wherever the dialog says it.
    expect(dialog.getAllByText('0.00300797 BTC')).toHaveLength(2);
    expect(dialog.getByRole('img').textContent).toContain('201.53424657 USDT');
    expect(dialog.getByRole('img').getAttribute('aria-label')).toContain('201.53424657 from 67,000 upwards');
    // The worst in USDT is nothing at all.
    expect(
      within(dialog.getByText(/became worthless/).closest('div') as HTMLElement).getByText('0.00 USDT'),
    ).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Confirm order' }));
    await pass(1_000);
    const [sent] = calls.filter(({ url, method }) => method === 'POST' && url.endsWith('/dual_center/order'));
    const { exercise_price, delivery_timest, apy_display } = OFFERS.offers[0]!;
    expect(sent?.body).toEqual({
      ...{ market: 'BTC_USDT', type: 'put', quote_time: NOW_S, amount: '200' },
      ...{ exercise_price, delivery_timest, apy_display },
    });
    expect(sent?.headers['idempotency-key']).toMatch(/.{16}/);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('that the exchange refuses for another reason than the amount is no press that nothing came of', async () => {
    getDefaultStore().set(toastsAtom, []);
    ordered = answerOf(422, { field: 'quote_time', issue: 'dual-offer-unknown' });
    await section();
    fireEvent.click(screen.getAllByRole('button', { name: 'Order' })[0] as HTMLElement);
    await pass(1_000);
    const dialog = within(screen.getByRole('dialog'));
    fireEvent.change(dialog.getByRole('textbox'), { target: { value: '200' } });
    await pass(500);
    fireEvent.click(dialog.getByRole('button', { name: 'Confirm order' }));
    await pass(1_000);
    expect(getDefaultStore().get(toastsAtom)).toMatchObject([{ tone: 'warning' }]);
  });

  it('refuses more than there is, less than an order takes, and an offer that is gone', async () => {
    await section();
    fireEvent.click(screen.getAllByRole('button', { name: 'Order' })[0] as HTMLElement);
    await pass(1_000);
    const dialog = within(screen.getByRole('dialog'));
    const confirm = (): HTMLButtonElement => dialog.getByRole('button', { name: 'Confirm order' });
    const type = async (value: string): Promise<void> => {
      fireEvent.change(dialog.getByRole('textbox'), { target: { value } });
      await pass(500);
    };
    expect(confirm().disabled).toBe(true);
    await type('501');
    expect(dialog.getByText(/not that much/)).toBeTruthy();
    expect(confirm().disabled).toBe(true);
    await type('9');
    expect(dialog.getByText(/An order takes 10 USDT to 100,000 USDT/)).toBeTruthy();
    await type('100');
    expect(confirm().disabled).toBe(false);
    offers = { ...OFFERS, quote_time: NOW_S + 60, offers: OFFERS.offers.slice(1) };
    await pass(11_000);
    expect(dialog.getByText(/not there any more/)).toBeTruthy();
    expect(confirm().disabled).toBe(true);
  });

  it('have a Max that is accepted: no more than an order takes, whatever there is, also where an exchange counts finer', async () => {
    const [first] = OFFERS.offers;
    offers = { ...OFFERS, min_amount: '10.123456789', offers: [{ ...first!, max_amount: '120.123456789' }] };
    await section();
    fireEvent.click(screen.getAllByRole('button', { name: 'Order' })[0] as HTMLElement);
    await pass(1_000);
    const dialog = within(screen.getByRole('dialog'));
    // There are 500.
    fireEvent.click(dialog.getByRole('button', { name: /Max/ }));
    await pass(500);
    expect(dialog.getByRole<HTMLInputElement>('textbox').value).toBe('120.12');
    expect(dialog.getByText(/500 USDT/)).toBeTruthy();
    expect(dialog.queryByText(/An order takes/)).toBeNull();
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Confirm order' }).disabled).toBe(false);
    fireEvent.change(dialog.getByRole('textbox'), { target: { value: '10.12' } });
    await pass(500);
    expect(dialog.getByText(/An order takes 10.13 USDT to 120.12 USDT/)).toBeTruthy();
  });

  it('are not asked of an exchange that does not announce them (H61); its orders are listed', async () => {
    capabilities = [];
    await section();
    expect(screen.getByText('This exchange takes no orders here')).toBeTruthy();
    expect(sentTo('/dual_center/offers')).toEqual([]);
    expect(sentTo('/dual_center/order_list').length).toBeGreaterThan(0);
  });

  it('show a guest the offers, and no orders (E-008)', async () => {
    session = { ...SESSION, logged_in: false };
    forgetViewer();
    tellViewer(session as never);
    await section();
    expect(screen.getByText('You are not logged in')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Order' })).toBeNull();
    expect(screen.getAllByRole('link', { name: /log in to order/i }).length).toBeGreaterThan(0);
    expect(sentTo('/dual_center/order_list')).toEqual([]);
  });
});

describe('the picture of what an order is worth', () => {
  it.each(['en', 'ar'] as const)(
    'names its axis in the direction of its language (%s), and its prices where they lie',
    (language) => {
      const payoff = orderFigures(OFFERS, OFFERS.offers[0]!, parseAmount('100') ?? 0n)!.payoff;
      render(
        <NextIntlClientProvider locale={language} messages={{ dual }} timeZone="UTC">
          <PayoffPicture
            payoff={payoff}
            {...{ low: 60_000, high: 75_000, index: 68_000 }}
            words={{ index: '68,000', strike: '67,000', worth: '100' }}
          />
        </NextIntlClientProvider>,
      );
      const axis = screen.getByText('Index price at expiry (USDT)');
      expect(axis.getAttribute('direction')).toBe(language === 'ar' ? 'rtl' : 'ltr');
      expect(screen.getByText('now').closest('svg')?.style.direction).toBe('ltr');
    },
  );

  it('is straight to the exercise price on either side and without a jump at it', () => {
    for (const type of ['call', 'put'] as const) {
      const strike = type === 'call' ? '70000' : '66000';
      const offer = { ...OFFERS.offers[0]!, exercise_price: strike };
      const figures = orderFigures({ ...OFFERS, type }, offer, parseAmount('20000') ?? 0n);
      const { payoff } = figures!;
      const price = Number(strike);
      const [below, above] = [worthAt(payoff, price * (1 - 1e-9)), worthAt(payoff, price * (1 + 1e-9))];
      expect(Math.abs(below - above) / above).toBeLessThan(1e-6);
      const { order, held } = payoffLines(payoff, 50_000, 90_000);
      const middle = (a: { price: number; worth: number }, b: { price: number; worth: number }) => [
        (a.price + b.price) / 2,
        (a.worth + b.worth) / 2,
      ];
      for (let at = 0; at < 2; at += 1) {
        const [where, worth] = middle(order[at]!, order[at + 1]!) as [number, number];
        expect(worthAt(payoff, where)).toBeCloseTo(worth, 2);
      }
      const [where, worth] = middle(held[0]!, held[1]!) as [number, number];
      expect(heldWorthAt(payoff, where)).toBeCloseTo(worth, 2);
      // Interest is what it pays for what it takes away.
      expect(worthAt(payoff, price)).toBeGreaterThan(heldWorthAt(payoff, price));
      expect(figures!.low).toBeLessThan(68_000);
      expect(figures!.high).toBeGreaterThan(68_000);
    }
  });
});

describe('open orders in what moves would do', () => {
  it('are named in the portfolio’s note as their pages are called, in every language', async () => {
    for (const language of LANGUAGES) {
      const words = (await loadMessages(language, ['portfolio', 'dual'])) as unknown as {
        readonly portfolio: { readonly moves: { readonly note: string } };
        readonly dual: { readonly page: { readonly name: Readonly<Record<'sell-high' | 'buy-low', string>> } };
      };
      for (const name of Object.values(words.dual.page.name))
        expect(words.portfolio.moves.note, language).toContain(name);
    }
  });
});
