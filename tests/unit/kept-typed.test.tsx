// @vitest-environment jsdom
import { cleanup, fireEvent, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ComponentHost, fakeFetch } from '#tests/support/component-host.tsx';

/** What stands in a form when the language is changed stands there on the page in the other language: once, there alone, and no secret. */

vi.mock('next/navigation', () => ({ usePathname: () => '', useSearchParams: () => new URLSearchParams() }));

const SECRETS = { password: 'a-long-pass-phrase-7', fundpass: 'another-Phrase-8' };

beforeEach(() => {
  vi.stubGlobal('fetch', fakeFetch(() => ({ code: 404, message: '' })).fetch);
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
};

/** A page as it is loaded: nothing of an earlier one but its session. */
async function load(path: string, form: string): Promise<void> {
  cleanup();
  vi.resetModules();
  window.history.replaceState(null, '', path);
  const made = await FORMS[form]?.();
  render(<ComponentHost>{made}</ComponentHost>);
  // What keeps filters comes after the page.
  await vi.dynamicImportSettled();
}

const control = (name: string) =>
  document.querySelector<HTMLInputElement | HTMLSelectElement>(
    `[name="${name}"]:not([type="radio"]), [name="${name}"]:checked`,
  );

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
    if (radio === null) fireEvent.change(control(name) as Element, { target: { value } });
    else fireEvent.click(radio);
  }
}

const valuesOf = (names: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.keys(names).map((name) => [name, control(name)?.value]));

const TYPED: readonly (readonly [form: string, query: string, texts: Readonly<Record<string, string>>])[] = [
  ['start', '', { market: 'ETH_USDT', view: 'falling', amount: '1500.5', loss: '0.35' }],
  // Changed since it was asked.
  ['start', '?market=ETH_USDT&view=falling&amount=0&loss=0.35', { amount: '70', view: 'rising', loss: '0.1' }],
  ['login', '?return=%2Fen%2Ftrade', { account: 'newcomer' }],
  ['registration', '', { account: 'newcomer', nickname: 'New & bold' }],
  ['filters', '', { kind: 'spot_grid', coin: 'ETH', fall: '0.1' }],
];

it.each(TYPED)('of %s, at %s', async (form, query, texts) => {
  await load(`/en/there${query}`, form);
  const empty = valuesOf(texts);
  type(texts);
  for (const [name, value] of Object.entries(SECRETS)) if (control(name) !== null) type({ [name]: value });
  expect(valuesOf(texts)).toEqual(texts);
  press(`/de/there${query}`);
  for (const secret of Object.values(SECRETS))
    expect(JSON.stringify(Object.entries(window.sessionStorage))).not.toContain(secret);
  await load(`/de/there${query}`, form);
  expect(valuesOf(texts)).toEqual(texts);
  expect(Object.keys(SECRETS).map((name) => control(name)?.value ?? '')).toEqual(['', '']);
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
