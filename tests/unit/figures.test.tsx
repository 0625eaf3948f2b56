import { readdirSync, readFileSync } from 'node:fs';
import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Glossary } from '#components/help/glossary.tsx';
import { workedExample } from '#lib/backtest/worked-example.ts';
import { BOOK_TERMS } from '#lib/contract/book-words.ts';
import { figureOfColumn } from '#lib/figures/column-figures.ts';
import { FIGURES, type FigureId, formulaParts, SAID_BY_REPORTS, TERMS } from '#lib/figures/figures.ts';
import { BOOK_FIGURES, REPORT_FIGURES, SUMMARY_FIGURES } from '#lib/figures/screens.ts';
import { LANGUAGES } from '#lib/i18n/languages.ts';
import { loadMessages } from '#lib/i18n/messages.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { KIND_FACTS } from '#lib/kinds/facts.ts';
import { TABLE_COLUMNS } from '#lib/kinds/table-columns.ts';
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
