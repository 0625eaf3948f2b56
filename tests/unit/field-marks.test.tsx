// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { EDITED_FIELDS, NEW_FIELDS } from '#components/earn/invest/plan-form.ts';
import { FieldHint } from '#components/form/field-hint.tsx';
import { FormField } from '#components/form/form-field.tsx';
import { exampleSpec } from '#lib/backtest/example-market.ts';
import { FIELD_TERMS } from '#lib/figures/field-terms.ts';
import { definitionOf, RUNNABLE_KINDS } from '#lib/kinds/definitions.ts';
import { KIND_FACTS } from '#lib/kinds/facts.ts';
import fieldWords from '#messages/en/fields.json' with { type: 'json' };
import glossary from '#messages/en/glossary.json' with { type: 'json' };
import { ComponentHost } from '#tests/support/component-host.tsx';
import { tagsOf } from '#tests/support/tags-of.ts';

// It loads late; here its loading is nobody's question.
beforeAll(() => import('#components/form/hint-tip.tsx'));
afterEach(cleanup);

/** What is typed in that no term explains, or that has its sentence beside it; files of the forms of bots and earn products. */
const PLAIN: Readonly<Record<string, string>> = {
  'bots/fork/fork-moment.tsx': 'a time',
  'conditions/saved-conditions.tsx': 'a name',
  'create/arbitrage-market-panel.tsx': 'a search',
  'create/coin-picker.tsx': 'a search',
  'create/coin-rows.tsx': 'the coin that it is of',
  'create/leverage-panel.tsx': 'the multiple, below the leverage, which has the mark',
  'create/review-sheet.tsx': 'the fund password',
  'create/transfer-dialog.tsx': 'an amount between two accounts',
  'form/trailing-fields.tsx': 'the momentum, which has its mark above its presets',
};

const FORMS = ['bots', 'conditions', 'copy', 'create', 'earn', 'form'];

describe('every field tells what it means', () => {
  it.each(RUNNABLE_KINDS)('in the form of %s', (kind) => {
    const definition = definitionOf(kind);
    const spec = exampleSpec(KIND_FACTS[kind]);
    const values = definition.defaults(spec);
    // Amounts and panels are blocks of their own (below).
    for (const field of definition.fields.filter(({ input }) => input !== 'panel' && input !== 'amount')) {
      render(
        <ComponentHost>
          <FormField form={{ definition, spec, values, change: () => null }} field={field} notes={{}} />
        </ComponentHost>,
      );
      expect(screen.queryAllByRole('button', { name: /: \?$/ }), field.label).toHaveLength(1);
      cleanup();
    }
  });

  it('in blocks that no descriptor can say', () => {
    const panels = readFileSync('components/create/panels.tsx', 'utf8');
    const files = [...panels.matchAll(/from '#?\.?\/?([\w/-]+(?:panel)\.tsx)'/g)].map(([, file = '']) =>
      file.startsWith('components/') ? file : `components/create/${file}`,
    );
    expect(files).toHaveLength(7);
    const without = [...files, 'components/create/amount-block.tsx'].filter(
      (file) => !readFileSync(file, 'utf8').includes('<FieldHint form={form}'),
    );
    expect(without).toEqual([]);
  });

  it('of a plan', () => {
    const labels = [...EDITED_FIELDS, ...NEW_FIELDS].map(({ label }) => label);
    expect(labels.filter((label) => !(label in FIELD_TERMS))).toEqual([]);
  });

  it('and wherever else something is typed into a bot or an order: what has no mark is named here, with the reason', () => {
    const inputs = FORMS.flatMap((folder) =>
      ['Field', 'NumberField', 'AmountInput'].flatMap((name) =>
        tagsOf(`components/${folder}`, name).map(({ file, tag }) => ({ file: `${folder}/${file}`, tag })),
      ),
    );
    const bare = inputs.filter(({ tag }) => !/\b(?:mark|terms)=/.test(tag)).map(({ file }) => file);
    expect([...new Set(bare)].sort()).toEqual(Object.keys(PLAIN).sort());
  });
});

describe('a field without a sentence of its own', () => {
  const form = { definition: definitionOf('spot_grid') };

  it.each(Object.entries(FIELD_TERMS))('%s says the definition of its term, and leads to it', async (label, [term]) => {
    const words = label.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], fieldWords);
    const { label: name, hint } = words as { readonly label: string; readonly hint?: string };
    render(
      <ComponentHost>
        <FieldHint form={form} label={label} />
      </ComponentHost>,
    );
    fireEvent.click(screen.getByRole('button', { name: `${name}: ?` }));
    const said = await screen.findByRole('dialog', { name });
    const terms: Readonly<Record<string, { readonly text: string }>> = glossary.terms;
    expect(said.textContent).toContain(hint ?? terms[term]?.text);
    expect(said.textContent).toContain(terms[term]?.text);
    expect(said.querySelector('a')?.getAttribute('href')).toBe(`/en/help/glossary#${term}`);
  });
});
