// @vitest-environment jsdom
import { cleanup, fireEvent, render, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Portfolio } from '#components/portfolio/portfolio.ts';
import { ComponentHost, fakeFetch } from '#tests/support/component-host.tsx';
import { marketRow } from '#tests/support/market-row.ts';
import { strategyRow } from '#tests/support/strategy-row.ts';

/** What stands in a form when the language is changed stands there on the page in the other language: once, there alone, and no secret. */

vi.mock('next/navigation', () => ({ usePathname: () => '', useSearchParams: () => new URLSearchParams() }));

const SECRETS = {
  password: 'a-long-pass-phrase-7',
  fundpass: 'another-Phrase-8',
  'Token of your Telegram bot': '123456:a-bot-token',
  // Of a webhook: who knows it reads along.
  'Address (https)': 'https://hooks.example/a-secret-path',
  Chat: '-100200',
};

/** Of the limits that are saved. */
let version = 3;

const yes = (data: unknown) => ({ code: 200, message: '', data });

beforeEach(() => {
  const { fetch } = fakeFetch(({ url }) => {
    if (url.includes('/api/session')) return yes({ logged_in: true, user_id: 7, anonymous: '0123456789abcdef' });
    if (url.includes('/capabilities')) return yes(['auto_invest', 'candles', 'portfolio']);
    if (url.includes('/spot_markets')) return yes(['BTC', 'ETH'].map((coin) => marketRow(`${coin}_USDT`)));
    if (url.includes('/last_price')) return { last_price: '60000' };
    return { code: 404, message: '' };
  });
  vi.stubGlobal('fetch', fetch);
  // The engine's.
  vi.stubGlobal(
    'Worker',
    class {
      postMessage(): void {}
      terminate(): void {}
      addEventListener(): void {}
    },
  );
});
afterEach(() => {
  cleanup();
  window.sessionStorage.clear();
  vi.unstubAllGlobals();
});

const FORMS: Readonly<Record<string, () => Promise<ReactNode>>> = {
  start: async () => {
    const { StartScreen } = await import('#components/start/start-screen.tsx');
    return <StartScreen markets={['BTC_USDT', 'ETH_USDT']}>{null}</StartScreen>;
  },
  login: async () => {
    const { LoginForm } = await import('#components/account/login-form.tsx');
    return <LoginForm paper={null} />;
  },
  registration: async () => {
    const { RegisterForm } = await import('#components/account/register-form.tsx');
    return <RegisterForm />;
  },
  filters: async () => {
    const { ListFilterForm } = await import('#components/discovery/list-filter-form.tsx');
    const choices = { kinds: ['spot_grid'], coins: ['BTC', 'ETH'], isSure: true, names: ['coin', 'fall'] } as const;
    return <ListFilterForm kind="all" order="default" filters={{}} choices={choices} />;
  },
  'a worked example': async () => {
    const { ExampleForm } = await import('#components/help/example-form.tsx');
    const field = { unit: '', decimals: 2, options: null };
    const fields = [
      { ...field, name: 'money', label: 'Investment' },
      { ...field, name: 'low_price', label: 'Lowest' },
    ];
    return (
      <ExampleForm subject="spot_grid" legend="Values" fields={fields} values={{ money: '1000', low_price: '90' }}>
        {null}
      </ExampleForm>
    );
  },
  'a new plan': async () => {
    const { NewPlanPage } = await import('#components/earn/invest/new-plan-page.tsx');
    const { ViewerTeller } = await import('#components/layout/viewer-teller.tsx');
    return (
      <>
        <ViewerTeller />
        <NewPlanPage />
      </>
    );
  },
  'an order': async () => {
    const { OrderDialog } = await import('#components/earn/order-dialog.tsx');
    const offer = {
      ...{ exercise_price: '67000', delivery_timest: 1_900_000_000, invest_days: 7 },
      ...{ apy_display: '0.4', fair_apy: '0.48', max_amount: '100000' },
    };
    const offers = {
      ...{ pair: 'BTC_USDT', type: 'put' as const, quote_time: 1_899_000_000, valid_until: 1_899_000_180 },
      ...{ index_price: '68000', volatility: '0.55', house_share: '0.15', min_amount: '10', max_amount: '100000' },
      ...{ start_timest: 1_899_000_900, offers: [offer] },
    };
    return <OrderDialog offers={offers} offer={offer} isOffered onClose={() => undefined} />;
  },
  'the limits of an account': async () => {
    const { LimitsForm } = await import('#components/portfolio/protection/limits-form.tsx');
    const protection = {
      ...{
        version,
        drawdown: null,
        exposure: { usdt: '', coins: [{ asset: 'ETH', usdt: '5' }], action: 'warn' as const },
      },
      not_offered: '',
      ...{ time: 1, equity: '1', peak: '1', peak_since: 1, crossings: [] },
    };
    return <LimitsForm protection={protection} assets={['BTC', 'DOGE', 'ETH']} onSaved={() => undefined} />;
  },
  'rules of notifications': async () => {
    const { RulesForm } = await import('#components/notifications/settings/rules-form.tsx');
    const rules = (['fill', 'range'] as const).map((kind) => ({ kind, app: true, channels: [] }));
    const limits = { liquidation_percent: '5', funding_percent: '0.1' };
    const settings = { rules, ...limits, channels: [], offered: [], not_offered: '' as const, push_key: '' };
    return <RulesForm settings={settings} onSaved={() => undefined} />;
  },
  'a channel of notifications': async () => {
    const { AddChannel } = await import('#components/notifications/settings/add-channel.tsx');
    return <AddChannel offered={['webhook', 'telegram', 'email']} onAdded={() => undefined} />;
  },
  'all bots': async () => {
    const { BotList } = await import('#components/portfolio/bot-list.tsx');
    const portfolio = { by_kind: [{ strategy_type: 'spot_grid' }], markets: ['BTC_USDT', 'ETH_USDT'] };
    return <BotList portfolio={portfolio as unknown as Portfolio} />;
  },
  'an estimate': async () => {
    const { LiquidationEstimate } = await import('#components/bots/detail/liquidation-estimate.tsx');
    return <LiquidationEstimate bot={strategyRow({ money: '100', leverage: '3', strategy_type: 'futures_grid' })} />;
  },
};

/** A page as it is loaded, once all of `names` are there: nothing of an earlier one but its session. */
async function load(path: string, form: string, names: readonly string[] = []): Promise<void> {
  cleanup();
  vi.resetModules();
  window.history.replaceState(null, '', path);
  const made = await FORMS[form]?.();
  render(<ComponentHost>{made}</ComponentHost>);
  // What keeps filters comes after the page.
  await vi.dynamicImportSettled();
  await waitFor(() => expect(names.filter((name) => control(name) === null)).toEqual([]));
}

type Control = HTMLInputElement | HTMLSelectElement;

/** By its name, or by what it is labelled with, `<group>: <label>` where there are several. */
function control(name: string): Control | null {
  const named = document.querySelector<Control>(
    `[name="${name}"]:not([type="radio"]), [name="${name}"]:checked, select[aria-label="${name}"]`,
  );
  const [group = '', text] = name.split(': ');
  const labels = [...document.querySelectorAll('label')].filter(
    (label) =>
      label.textContent === (text ?? name) &&
      (text === undefined || label.closest('fieldset')?.querySelector('legend')?.textContent === group),
  );
  return named ?? (labels[0]?.control as Control | undefined) ?? null;
}

const isBox = (found: Control | null): found is HTMLInputElement => found?.type === 'checkbox';
const standsIn = (name: string): string | undefined => {
  const found = control(name);
  return isBox(found) ? `${found.checked}` : found?.value;
};

/** Presses what leads to the page in another language. The page stays: jsdom goes nowhere. */
function press(path: string): void {
  const link = document.body.appendChild(document.createElement('a'));
  Object.assign(link, { href: path, hreflang: 'de', onclick: (event: Event) => event.preventDefault() });
  fireEvent.click(link);
  link.remove();
}

function type(texts: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(texts)) {
    const radio = document.querySelector(`[type="radio"][name="${name}"][value="${value}"]`);
    const found = control(name);
    if (radio !== null) fireEvent.click(radio);
    else if (!isBox(found)) fireEvent.change(found as Element, { target: { value } });
    else if (standsIn(name) !== value) fireEvent.click(found);
  }
}

const valuesOf = (names: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.keys(names).map((name) => [name, standsIn(name)]));

const TYPED: readonly (readonly [form: string, query: string, texts: Readonly<Record<string, string>>])[] = [
  ['start', '', { market: 'ETH_USDT', view: 'falling', amount: '1500.5', loss: '0.35' }],
  // Changed since it was asked.
  ['start', '?market=ETH_USDT&view=falling&amount=0&loss=0.35', { amount: '70', view: 'rising', loss: '0.1' }],
  ['login', '?return=%2Fen%2Ftrade', { account: 'newcomer' }],
  ['registration', '', { account: 'newcomer', nickname: 'New & bold' }],
  ['filters', '', { kind: 'spot_grid', coin: 'ETH', fall: '0.1' }],
  ['a worked example', '', { money: '2500.5' }],
  ['a new plan', '', { each_amount: '75.5', strategy_name: 'Every & each', Every: '1w', 'replay-years': '3' }],
  ['an order', '?market=BTC_USDT', { 'Amount (USDT)': '1500.5' }],
  [
    'the limits of an account',
    '',
    {
      'protection-percent': '12.5',
      'Largest exposure, ETH': '900',
      'When the drawdown is reached': 'stop-all',
      Coin: 'DOGE',
    },
  ],
  ['rules of notifications', '', { 'Liquidation is near within': '7', 'Fills: In the app': 'false' }],
  ['a channel of notifications', '', { 'channel-kind': 'telegram' }],
  ['a channel of notifications', '', { 'channel-kind': 'webhook' }],
  ['all bots', '', { State: '', Kind: 'spot_grid', Market: 'ETH_USDT', Result: 'loss' }],
  ['an estimate', '', { Investment: '250.5', Leverage: '7' }],
];

it.each(TYPED)('of %s, at %s', async (form, query, texts) => {
  const names = Object.keys(texts);
  await load(`/en/there${query}`, form, names);
  const empty = valuesOf(texts);
  type(texts);
  for (const [name, value] of Object.entries(SECRETS)) if (control(name) !== null) type({ [name]: value });
  expect(valuesOf(texts)).toEqual(texts);
  press(`/de/there${query}`);
  for (const secret of Object.values(SECRETS))
    expect(JSON.stringify(Object.entries(window.sessionStorage))).not.toContain(secret);
  await load(`/de/there${query}`, form, names);
  await waitFor(() => expect(valuesOf(texts)).toEqual(texts));
  for (const name of Object.keys(SECRETS)) expect(control(name)?.value ?? '').toBe('');
  // Once: the next load is a page of its own.
  await load(`/de/there${query}`, form);
  expect(valuesOf(texts)).toEqual(empty);
});

it('is for the page that the press leads to alone', async () => {
  for (const elsewhere of ['/de/there?id=2', '/de/elsewhere?id=1', '/fr/there?id=1']) {
    await load('/en/there?id=1', 'login');
    type({ account: 'newcomer' });
    press('/de/there?id=1');
    await load(elsewhere, 'login');
    expect(control('account')?.value, elsewhere).toBe('');
    await load('/de/there?id=1', 'login');
    expect(control('account')?.value, `after ${elsewhere}`).toBe('');
  }
});

it.each([3, 4])('of limits that are at version 3 says what others saved meanwhile (now %i)', async (now) => {
  const percent = { 'protection-percent': '12.5' };
  await load('/en/there', 'the limits of an account', ['protection-percent']);
  type(percent);
  press('/de/there');
  version = now;
  await load('/de/there', 'the limits of an account', ['protection-percent']);
  version = 3;
  await waitFor(() => expect(valuesOf(percent)).toEqual(percent));
  expect(document.body.textContent?.includes('Other limits were saved meanwhile')).toBe(now !== 3);
});

it('of an estimate is nothing of the bot itself, which may change', async () => {
  const { LiquidationEstimate } = await import('#components/bots/detail/liquidation-estimate.tsx');
  window.history.replaceState(null, '', '/en/there');
  const of = (money: string) => (
    <ComponentHost>
      <LiquidationEstimate bot={strategyRow({ money, leverage: '3', strategy_type: 'futures_grid' })} />
    </ComponentHost>
  );
  const { rerender } = render(of('100'));
  expect(standsIn('Investment')).toBe('100');
  rerender(of('150'));
  expect(standsIn('Investment')).toBe('150');
  press('/de/there');
  expect(window.sessionStorage.getItem('typed')).toBeNull();
  // Emptied, it is not filled again under the hand.
  type({ Investment: '' });
  expect(standsIn('Investment')).toBe('');
});

describe.each(['on this page', 'left for the page in another language'])('what a trader typed, %s', (where) => {
  const another = async (turns: readonly ('out' | number)[]): Promise<void> => {
    const { forgetViewer, noteLogin } = await import('#lib/client/session-loss.ts');
    for (const turn of turns)
      if (turn === 'out') forgetViewer();
      else noteLogin(turn);
  };

  it.each([
    ['goes with him who logs out', [7], ['out'], ''],
    ['is not for the next one', [7], ['out', 8], ''],
    ['is not for one who logs in over him', [7], [8], ''],
    ['is not for the next one after a guest who logged in', [], [7, 'out', 8], ''],
    ['stays with one who logs in again', [7], [7], 'newcomer'],
    ['as a guest is his still as he logs in', [], [7], 'newcomer'],
  ] as const)('%s', async (_, before, after, stands) => {
    await load('/en/there', 'login');
    await another(before);
    type({ account: 'newcomer' });
    if (where === 'on this page') {
      cleanup();
      await another(after);
      render(<ComponentHost>{await FORMS.login?.()}</ComponentHost>);
    } else {
      press('/de/there');
      await another(after);
      await load('/de/there', 'login');
    }
    expect(control('account')?.value).toBe(stands);
  });
});

it('of filters opens the fold in which they are, and leaves it shut where nothing was chosen', async () => {
  for (const coin of ['', 'ETH']) {
    await load('/en/there', 'filters');
    type({ coin: 'BTC' });
    type({ coin });
    press('/de/there');
    await load('/de/there', 'filters');
    expect(document.querySelector('details')?.open).toBe(coin !== '');
  }
});
