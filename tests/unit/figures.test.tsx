import { readdirSync, readFileSync } from 'node:fs';
import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Glossary } from '#components/help/glossary.tsx';
import { exampleSpec, exampleTicks } from '#lib/backtest/example-market.ts';
import { workedExample } from '#lib/backtest/worked-example.ts';
import { BOOK_TERMS } from '#lib/contract/book-words.ts';
import { figureOfColumn } from '#lib/figures/column-figures.ts';
import { FIGURES, type FigureId, formulaParts, SAID_BY_REPORTS, TERMS } from '#lib/figures/figures.ts';
import { BOOK_FIGURES, REPORT_FIGURES, SUMMARY_FIGURES } from '#lib/figures/screens.ts';
import { type ContractSpec, contractValueUp } from '#lib/formulas/contract-value.ts';
import { liquidationValue, riskTierOf } from '#lib/formulas/liquidation.ts';
import { takeProfitTicks } from '#lib/formulas/martingale-terms.ts';
import { LANGUAGES } from '#lib/i18n/languages.ts';
import { loadMessages } from '#lib/i18n/messages.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { KIND_FACTS } from '#lib/kinds/facts.ts';
import { KIND_HELP } from '#lib/kinds/help.ts';
import { TABLE_COLUMNS } from '#lib/kinds/table-columns.ts';
import { HELP_FORMULAS } from '#lib/strategies/kind-help.ts';
import backtests from '#messages/en/backtests.json' with { type: 'json' };
import bots from '#messages/en/bots.json' with { type: 'json' };
import glossary from '#messages/en/glossary.json' with { type: 'json' };

const KINDS = Object.keys(KIND_FACTS) as RunnableKind[];
/** Cells that show what a bot is, when it ended and why, and what can be done with it. */
const NO_FIGURES = ['bot', 'kind', 'status', 'side', 'text', 'time', 'reason', 'actions'];

/** Elements of a name, with what stands in their tags, in every component below a folder. */
function tagsOf(folder: string, name: string): { readonly file: string; readonly tag: string }[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
  return files.flatMap((file) => {
    const text = readFileSync(`${folder}/${file}`, 'utf8');
    return [...text.matchAll(new RegExp(`<${name}\\s[^>]*?(?:=>[^>]*?)*>`, 'g'))].map(([tag]) => ({ file, tag }));
  });
}

describe('every figure says how it is computed', () => {
  it.each(KINDS)('in the tables of %s', (kind) => {
    const without = TABLE_COLUMNS[kind].filter(
      ({ id, cell }) => figureOfColumn(id) === null && !NO_FIGURES.includes(cell),
    );
    expect(without.map(({ id }) => id)).toEqual([]);
  });

  it.each(KINDS)('in the form of %s', (kind) => {
    const labels = workedExample(kind, {}).summary.map(({ label }) => label);
    // What is left of 100 % is said of what is being typed.
    expect(labels.filter((label) => !(label in SUMMARY_FIGURES) && label !== 'summary.remaining_percent')).toEqual([]);
  });

  it('in reports of backtests and the books', () => {
    expect(Object.keys(REPORT_FIGURES).sort()).toEqual(Object.keys(backtests.result.metric).sort());
    for (const id of Object.keys(backtests.result.cost)) expect(FIGURES).toHaveProperty(id);
    expect(BOOK_TERMS.filter((term) => BOOK_FIGURES[term] === null)).toEqual([]);
  });

  it('in details, portfolio and protection: none of their figures is shown without', () => {
    const stats = tagsOf('components', 'Stat');
    expect(stats.length).toBeGreaterThan(35);
    expect(stats.filter(({ tag }) => !/\bfigure=/.test(tag))).toEqual([]);
    // What a plan is set to, and what is counted or paid as its purchases say line by line.
    const plain = /t\('(?:column\.(?:amount|period|portfolio|total|yesterday)|fact\.(?:every|next))'\)/;
    expect(stats.filter(({ tag }) => tag.includes('figure={null}') && !plain.test(tag))).toEqual([]);
    // The statistics of a detail are all of them.
    const shown = new Set(
      stats.flatMap(({ tag }) => [...tag.matchAll(/t\((?:[^)]*? \? )?'(?:stat\.)?(\w+)'/g)].map(([, key]) => key)),
    );
    const notes = ['profitRate', 'residualExact', 'residualOff', 'difference', 'differenceNote', 'differenceNone'];
    const other = ['totalProfit', 'gridProfit', 'roundProfit', 'realisedProfit', 'position', 'shareIncome'];
    const missing = Object.keys(bots.overview.stat).filter((key) => !shown.has(key));
    expect(missing.filter((key) => ![...notes, ...other].includes(key))).toEqual([]);
  });

  it('on a shared bot’s page and in its dialog: no label of a figure stands there bare', () => {
    const source = readFileSync('components/discovery/bot-metrics.tsx', 'utf8');
    expect([...source.matchAll(/label: (?!<FigureName|\(\s*<FigureName)[^\n]*/g)].map(([line]) => line)).toEqual([]);
  });
});

describe('formulas with two signs', () => {
  /** What a formula comes to with values for its terms, of a long or a short position. */
  const resultOf = (figure: FigureId, side: 'long' | 'short', values: Readonly<Record<string, number>>): number => {
    const isLong = side === 'long';
    const text = formulaParts(figure)
      .map((part) => ('term' in part ? String(values[part.term]) : part.text))
      .join('');
    const code = text
      .replaceAll('∓', isLong ? '-' : '+')
      .replaceAll('±', isLong ? '+' : '-')
      .replaceAll('÷', '/')
      .replaceAll('×', '*')
      .replaceAll('−', '-');
    return Number(new Function(`return ${code}`)());
  };

  it('say the price that the engine liquidates at, of long and short positions (H39)', () => {
    const spec = exampleSpec({ trades: 'market', page: 'futures' }) as ContractSpec;
    const ticks = exampleTicks(spec);
    const contracts = 100n;
    const entryValue = contractValueUp(spec, contracts, ticks);
    const margin = entryValue / 5n;
    const coins = Number(contracts * spec.contract.quantoUnits);
    const values = {
      entry_price: Number(entryValue) / coins,
      margin: Number(margin),
      position: coins,
      maintenance_rate: Number(riskTierOf(spec.contract, entryValue).maintenanceE8) / 1e8,
      fee_rate: Number(spec.contract.takerE8) / 1e8,
    };
    for (const [side, size] of [['long', contracts] as const, ['short', -contracts] as const]) {
      const { numerator, denominator } = liquidationValue(spec, { size, entryValue, margin })!;
      const price = Number(numerator) / Number(denominator) / coins;
      expect(resultOf('liquidation', side, values) / price, side).toBeCloseTo(1, 9);
      expect(resultOf('full_liquidation', side, values) / price, side).toBeCloseTo(1, 9);
    }
  });

  it('say where a round is closed with its profit, of buyers and sellers, and the help of contracts as well', () => {
    for (const [side, order] of [['long', 'buy'] as const, ['short', 'sell'] as const]) {
      const ticks = takeProfitTicks(
        { side: order, takeProfitE8: 1_000_000n },
        { numerator: 600_000n, denominator: 1n },
      );
      expect(resultOf('take_profit_price', side, { average_cost: 600_000, take_profit: 0.01 })).toBe(ticks);
    }
    const said = KIND_HELP['contract-martingale'].formulas.map((formula) => HELP_FORMULAS[formula]).join(' ');
    expect(said).toContain('a × (1 ± g)');
    expect(said).toContain('(1 ∓ s)');
  });
});

describe('the glossary', () => {
  it('has every term of every formula, each with a name and a definition of its own or a report’s', () => {
    const terms = new Set<string>(TERMS);
    expect(terms.size).toBe(TERMS.length);
    for (const figure of Object.keys(FIGURES) as FigureId[])
      for (const part of formulaParts(figure)) if ('term' in part) expect(terms, figure).toContain(part.term);
    const own = TERMS.filter((term) => !(term in SAID_BY_REPORTS));
    expect(Object.keys(glossary.terms).sort()).toEqual([...own].sort());
  });

  it.each(LANGUAGES)('in %s: names differ, and every term has its anchor', async (language) => {
    const messages = await loadMessages(language, ['glossary', 'backtests']);
    const faults: string[] = [];
    const html = renderToStaticMarkup(
      <NextIntlClientProvider
        locale={language}
        messages={messages}
        timeZone="UTC"
        onError={({ message }) => faults.push(message)}
      >
        <Glossary url="https://bots.example/help/glossary" />
      </NextIntlClientProvider>,
    );
    expect(faults).toEqual([]);
    for (const term of TERMS) expect(html).toContain(`id="${term}"`);
    const names = [...html.matchAll(/<dt [^>]*>(.*?)<\/dt>/g)].map(([, name]) => name);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
});
