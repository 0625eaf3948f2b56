import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { agreementPath, helpPath } from '#components/addresses/help-paths.ts';
import { KindHelp } from '#components/help/kind-help.tsx';
import { workedExample } from '#lib/backtest/worked-example.ts';
import { AGREEMENT_PATH } from '#lib/contract/agreement-path.ts';
import { LANGUAGES, type Language } from '#lib/i18n/languages.ts';
import { loadMessages } from '#lib/i18n/messages.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { KIND_FACTS } from '#lib/kinds/facts.ts';
import { MACHINES } from '#lib/kinds/machines.ts';
import { wrongOfJsonLd } from '#tests/support/json-ld.ts';

interface Words {
  readonly help: { readonly example: { readonly column: { readonly matched: string }; readonly reckoned: string } };
  readonly glossary: { readonly terms: { readonly completed_profit: { readonly name: string } } };
}

const KINDS = Object.keys(KIND_FACTS) as RunnableKind[];

async function page(language: Language, kind: RunnableKind, typed = {}): Promise<string> {
  const messages = await loadMessages(language, ['help', 'public', 'fields', 'bots', 'common']);
  const missing: string[] = [];
  const html = renderToStaticMarkup(
    <NextIntlClientProvider
      locale={language}
      messages={messages}
      timeZone="UTC"
      onError={({ message }) => missing.push(message)}
    >
      <KindHelp kind={kind} example={workedExample(kind, typed)} />
    </NextIntlClientProvider>,
  );
  expect(missing).toEqual([]);
  return html;
}

/** As React writes a text. */
const escaped = (text: string): string => renderToStaticMarkup(text);

const count = (html: string, part: string): number => html.split(part).length - 1;

describe('the help page of a kind (C-030)', () => {
  it.each(KINDS)(
    '%s: says all of its points and formulas, and what its example comes to, in the HTML',
    async (kind) => {
      const html = await page('en', kind);
      const { formulas, earns, loses, costs } = MACHINES[kind].help;
      expect(count(html, '<dt dir="ltr"')).toBe(formulas.length);
      // Two steps of the guide stand under what it does, its risk before what it loses by.
      expect(count(html, '<li>')).toBe(2 + earns.length + 1 + loses.length + costs.length);
      expect(count(html, '<tr ')).toBe(5);
      expect(html).not.toMatch(/NaN|undefined|\{\w+\}/);
    },
  );

  it('asks what it answers, and says so to search engines in the words of the page, in every language', async () => {
    for (const language of LANGUAGES) {
      const html = await page(language, 'futures_grid');
      expect(wrongOfJsonLd(html), language).toEqual([]);
      const [, text = ''] = html.match(/<script type="application\/ld\+json">(.*?)<\/script>/s) ?? [];
      const { mainEntity } = JSON.parse(text) as {
        readonly mainEntity: readonly { readonly name: string; readonly acceptedAnswer: { readonly text: string } }[];
      };
      expect(mainEntity, language).toHaveLength(4);
      const plain = html.replace(/<script.*?<\/script>/s, '').replace(/<\/li><li>/g, ' ');
      for (const { name, acceptedAnswer } of mainEntity) {
        const [, question = ''] = name.split(/: (.*)/s);
        expect(question, language).toMatch(/[?？؟]$/);
        for (const said of [question, acceptedAnswer.text]) expect(plain, language).toContain(escaped(said));
      }
    }
  });

  it('names the rates of its example to their last digit', async () => {
    expect(await page('en', 'futures_grid')).toMatch(
      /fee 0\.1%, on contracts 0\.075% at the market and funding of 0\.01% /,
    );
  });

  it('says how a bot ended, and in another language all of it', async () => {
    expect(await page('en', 'futures_grid')).toContain('Liquidated');
    const html = await page('ar', 'futures_grid');
    expect(html).toContain('تمت تصفيته');
    expect(html).not.toContain('Liquidated');
  });

  it('calls what completed trades brought as the glossary does, in every language: it is money, and no count', async () => {
    for (const language of LANGUAGES) {
      const { help, glossary } = (await loadMessages(language, ['help', 'glossary'])) as unknown as Words;
      expect(help.example.column.matched, language).toBe(glossary.terms.completed_profit.name);
    }
  });

  it('says what of a market’s costs is in its example, with the book that its orders at the market meet', async () => {
    for (const language of LANGUAGES) {
      const { help } = (await loadMessages(language, ['help'])) as unknown as Words;
      const [before = '', after = ''] = help.example.reckoned.split('{depth}').map(escaped);
      const html = await page(language, 'futures_grid');
      expect(html, language).toContain(before);
      expect(
        html
          .split(before)[1]
          ?.split(after)[0]
          ?.replace(/[^\dA-Z]/g, ''),
        language,
      ).toBe('3000000USDT');
    }
  });

  it('says of a contract that its resting orders cost nothing, and of a kind without any nothing of it', async () => {
    expect(await page('en', 'futures_grid')).toContain('its maker rate is -0.01%, a rebate, and a rebate is not paid');
    for (const kind of ['spot_grid', 'spot-future-arbitrage'] as const)
      expect(await page('en', kind), kind).not.toContain('maker rate');
  });

  it('has no heading over nothing where no bot can be made of the values', async () => {
    const html = await page('en', 'spot_grid', { low_price: '0' });
    expect(html).not.toContain('What it comes to');
    expect(html).not.toContain('What its form says');
    expect(await page('en', 'spot_grid')).toContain('What it comes to');
  });

  it('has one address: grids and smart positions under bots, all others under quants (M-015, E-018)', () => {
    expect(helpPath('en', 'spot_grid')).toBe('/en/help/bots/spot_grid');
    expect(helpPath('de', 'smart-position')).toBe('/de/help/bots/smart-position');
    expect(helpPath('en', 'martingale')).toBe('/en/help/quants/martingale');
    expect(new Set(KINDS.map((kind) => helpPath('en', kind))).size).toBe(KINDS.length);
    expect(agreementPath('zh')).toBe(`/zh${AGREEMENT_PATH}`);
  });
});
