import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { helpPath } from '#components/addresses/help-paths.ts';
import { EarnHelp } from '#components/help/earn-help.tsx';
import { earnExample, INDEX_UNITS, type OrderExample, type PlanExample } from '#lib/backtest/earn-example.ts';
import { EXAMPLE_FEE_E8 } from '#lib/backtest/example-market.ts';
import { EARN_TYPES, type EarnType } from '#lib/contract/earn-types.ts';
import { dualExchanged, dualKept } from '#lib/formulas/dual-outcome.ts';
import { offeredRates } from '#lib/formulas/dual-price.ts';
import { boundsAt, strikesAt } from '#lib/formulas/dual-terms.ts';
import { LANGUAGES, type Language } from '#lib/i18n/languages.ts';
import { loadMessages, NAMESPACES } from '#lib/i18n/messages.ts';
import { formatAmount, parseAmount } from '#lib/money/amount.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import { wrongOfJsonLd } from '#tests/support/json-ld.ts';

/** What the tips of a table's heads are told of its rows. */
const told = vi.hoisted(() => ({ rows: [] as readonly { readonly of: { readonly values?: object } }[] }));
vi.mock('#components/bots/figures/shown-rows-of.tsx', () => ({
  ShownRows: ({ rows, children }: { readonly rows: typeof told.rows; readonly children: unknown }) => {
    told.rows = rows;
    return children;
  },
}));

async function page(language: Language, product: EarnType, typed: FormValues = {}): Promise<string> {
  const messages = await loadMessages(language, NAMESPACES);
  const missing: string[] = [];
  const html = renderToStaticMarkup(
    <NextIntlClientProvider
      locale={language}
      messages={messages}
      timeZone="UTC"
      onError={({ message }) => missing.push(message)}
    >
      <EarnHelp product={product} example={earnExample(product, typed)} />
    </NextIntlClientProvider>,
  );
  expect(missing).toEqual([]);
  return html;
}

const order = (product: 'sell-high' | 'buy-low', typed: FormValues = {}) => earnExample(product, typed) as OrderExample;
const plan = (typed: FormValues = {}) => earnExample('auto-investment', typed) as PlanExample;

describe('the help page of an earn product', () => {
  it.each(LANGUAGES)('in %s: asks and answers, shows its formulas and what its example comes to', async (language) => {
    for (const product of EARN_TYPES) {
      const html = await page(language, product);
      expect(wrongOfJsonLd(html), product).toEqual([]);
      const [, text = ''] = html.match(/<script type="application\/ld\+json">(.*?)<\/script>/s) ?? [];
      const { mainEntity } = JSON.parse(text) as { readonly mainEntity: readonly unknown[] };
      expect(mainEntity, product).toHaveLength(4);
      expect(html.split('<tr').length - 1, product).toBe(5);
      // An equation runs one way as a whole: with its name on the other side of a language from right to left it would be read from its end.
      expect(html.split('<dt dir="ltr" class="text-sm"><bdi>').length - 1, product).toBeGreaterThanOrEqual(4);
      expect(html, product).not.toMatch(/NaN|undefined|\{\w+\}/);
    }
  });

  it('has one address, beside those of the kinds', () => {
    expect(EARN_TYPES.map((product) => helpPath('de', product))).toEqual([
      '/de/help/earn/sell-high',
      '/de/help/earn/buy-low',
      '/de/help/earn/auto-investment',
    ]);
  });

  it('tells the tips of an order a payment that is counted in what was put in, and no value at a last price', async () => {
    for (const [product, asset] of [
      ['sell-high', 'BTC'],
      ['buy-low', 'USDT'],
    ] as const) {
      await page('en', product);
      const { values, runs } = order(product);
      expect(
        runs.some((run) => run.asset !== asset),
        product,
      ).toBe(true);
      for (const [at, { profit }] of runs.entries()) {
        const of = told.rows[at]!.of.values as Readonly<Record<string, string>>;
        const units = (text: string) => parseAmount(text.replace(/[^\d.]/g, ''))!;
        expect(of.payment, product).toContain(asset);
        expect(units(of.payment!), product).toBe(
          parseAmount(values.amount_in!)! + parseAmount(profit.replace('-', ''))! * (profit.startsWith('-') ? -1n : 1n),
        );
        expect(units(of.amount_in!), product).toBe(parseAmount(values.amount_in!)!);
        expect(of, product).not.toHaveProperty('value');
      }
    }
  });

  it('says of a plan nothing that is so in a dialog alone', async () => {
    const html = await page('en', 'auto-investment');
    const { form, redeem } = (await loadMessages('en', ['invest'])).invest!;
    for (const text of [form.editNote, redeem.sellHint]) expect(html).not.toContain(text.split(',')[0]);
  });

  it('has nothing under a heading where no order can be made of the values', async () => {
    expect(await page('en', 'sell-high', { amount_in: '0' })).not.toContain('What it comes to');
    expect(await page('en', 'sell-high')).toContain('What it comes to');
  });
});

describe('the example of an order', () => {
  it.each([
    ['sell-high', 'call'],
    ['buy-low', 'put'],
  ] as const)('of %s is priced and settled as the exchange does, to the last unit', (product, type) => {
    const { values, terms, runs } = order(product);
    const [strike, invested] = [parseAmount(values.exercise_price!)!, parseAmount(values.amount_in!)!];
    expect(strikesAt(type, INDEX_UNITS)).toContain(strike);
    const days = Number(values.term);
    const option = { type, spot: Number(INDEX_UNITS), strike: Number(strike), years: days / 365, volatility: 0.5 };
    const { offeredE8, fairE8 } = offeredRates(option, days);
    const order_ = { type, invested, strike, aprE8: offeredE8, days };
    expect([terms?.offered, terms?.fair]).toEqual([offeredE8, fairE8].map(formatAmount));
    expect([terms?.kept, terms?.exchanged]).toEqual([dualKept(order_), dualExchanged(order_)].map(formatAmount));
    // Settled at 36,000, 48,000, 60,000 and 72,000 USDT: on one side of the exercise price it is exchanged, on the other paid back.
    expect(runs.map(({ settlement }) => settlement)).toEqual(['36000', '48000', '60000', '72000']);
    const reached = runs.map(({ settlement }) =>
      type === 'call' ? parseAmount(settlement)! >= strike : parseAmount(settlement)! <= strike,
    );
    expect(runs.map(({ paid }) => paid)).toEqual(reached.map((is) => (is ? terms?.exchanged : terms?.kept)));
  });

  it('loses where it says that it loses', () => {
    // Far above the exercise price just holding would have made more; far below it what was bought is worth less.
    const high = order('sell-high').runs.at(-1)!;
    expect(Number(high.worth)).toBeLessThan(Number(high.held));
    expect(Number(high.profit)).toBeLessThan(0);
    const low = order('buy-low').runs[0]!;
    expect(Number(low.worth)).toBeLessThan(Number(low.held));
    expect(Number(low.profit)).toBeLessThan(0);
  });

  it('follows what the reader types, and says what it does not take with its exact bounds', () => {
    expect(Number(order('sell-high', { volatility: '80' }).terms?.offered)).toBeGreaterThan(
      Number(order('sell-high').terms?.offered),
    );
    const { least, most } = boundsAt('call', INDEX_UNITS);
    const bounds = { name: 'amount_in', min: formatAmount(least), max: formatAmount(most), decimals: 6 };
    for (const amount_in of ['', '0', 'x', '1e3', '-1', '0.0000001', '99'])
      expect(order('sell-high', { amount_in }).faults, amount_in).toEqual([bounds]);
    expect(order('buy-low', { amount_in: '9.99' }).faults).toEqual([
      { name: 'amount_in', min: '10', max: '100000', decimals: 2 },
    ]);
    for (const volatility of ['0.99', '500.01', '50.001', ''])
      expect(order('buy-low', { volatility }).faults, volatility).toEqual([
        { name: 'volatility', min: '1', max: '500', decimals: 2 },
      ]);
    const refused: readonly FormValues[] = [{ exercise_price: '61234' }, { term: '2' }, { volatility: '1', term: '1' }];
    for (const wrong of refused)
      expect(order('sell-high', wrong), JSON.stringify(wrong)).toMatchObject({ faults: [null], terms: null, runs: [] });
  });
});

describe('the example of a plan', () => {
  it('buys at every date along each course, with the fee, and comes to what its coins are worth', () => {
    const { runs } = plan();
    expect(runs.map(({ path, purchases, paid }) => [path, purchases, paid])).toEqual(
      ['swing', 'rise', 'fall', 'crash'].map((path) => [path, 30, '1500']),
    );
    const run = (path: string) => runs.find((one) => one.path === path)!;
    // While the price rises all at once is better, while it falls the plan.
    expect(Number(run('rise').lumpGain)).toBeGreaterThan(Number(run('rise').gain));
    expect(Number(run('fall').lumpGain)).toBeLessThan(Number(run('fall').gain));
    // The coins of the rise, at its last price of 72,000: what was paid, by its average cost.
    const { paid, average, gain } = run('rise');
    expect((Number(paid) / Number(average)) * 72_000 - Number(paid)).toBeCloseTo(Number(gain), 2);
    expect(EXAMPLE_FEE_E8).toBe(100_000n);
  });

  it('follows what the reader types, by the rules of a plan’s own form', () => {
    expect(plan({ every: '1w' }).runs[0]?.purchases).toBe(5);
    expect(plan({ every: '4h' }).runs[0]?.purchases).toBe(180);
    for (const each_amount of ['', '0', '1']) {
      const { faults, runs } = plan({ each_amount });
      expect(faults, each_amount).toEqual([expect.objectContaining({ field: 'each_amount', severity: 'error' })]);
      expect(runs).toEqual([]);
    }
  });
});
