import { createTranslator } from 'next-intl';
import { describe, expect, it } from 'vitest';
import { issueText, type Texts } from '#lib/client/issue-text.ts';
import { STRATEGIES } from '#lib/kinds/definitions.ts';
import type { FormValues, Issue } from '#lib/strategies/definition.ts';
import enFields from '#messages/en/fields.json' with { type: 'json' };
import enIssues from '#messages/en/issues.json' with { type: 'json' };
import zhFields from '#messages/zh/fields.json' with { type: 'json' };
import zhIssues from '#messages/zh/issues.json' with { type: 'json' };
import { checkContext } from '#tests/support/spot-grid-forms.ts';
import { KIND_CASES } from './strategies-kind-cases.ts';

/** An issue calls a field what the form calls it: the same wire name is a price in one kind and a percent in another. */

const WORDS = {
  en: { fields: enFields, issues: enIssues },
  zh: { fields: zhFields, issues: zhIssues },
} as const;
/** Whose sentence says more, or less, than the label beside the box. */
const OTHER_WORDS = new Set(['init_position_slip', 'period', 'size']);
const BAD = ['abc', '-1', '0', '1.1234567890123', '99999999999999', ''];

type Kind = keyof typeof STRATEGIES;
interface Checked {
  readonly fields: readonly { readonly name: string; readonly label: string }[];
  check(values: FormValues, context: ReturnType<typeof checkContext>): readonly Issue[];
}

/** [field, the label of its descriptor, the name in the issue] of everything that a number can have wrong. */
function namedIssues(kind: Kind): (readonly [string, string, string])[] {
  const { spec, good } = KIND_CASES[kind];
  const definition = STRATEGIES[kind] as unknown as Checked;
  const context = checkContext({ spec });
  return definition.fields.flatMap(({ name, label }) =>
    BAD.flatMap((bad) => definition.check({ ...good, [name]: bad }, context))
      .filter(({ field }) => field === name)
      .flatMap(({ values }) => (values?.label === undefined ? [] : [[name, label, values.label] as const])),
  );
}

describe.each(['en', 'zh'] as const)('what an issue calls a field (%s)', (language) => {
  const { fields, issues } = WORDS[language];
  const named = issues.names.field as Readonly<Record<string, string>>;
  const labels = fields as unknown as Readonly<Record<string, { readonly label?: string }>>;

  it.each(Object.keys(KIND_CASES) as Kind[])('%s: is what its form calls it', (kind) => {
    for (const [name, label, said] of namedIssues(kind)) {
      // Arguments of an indicator have names of their own.
      if (name.startsWith('arg_') || OTHER_WORDS.has(name)) continue;
      // The unit beside a label is no part of its name.
      expect(named[said], `${name}: ${said}`).toBe(labels[label]?.label?.replace(/\s*[(（].*[)）]$/, ''));
    }
  });
});

describe('a refusal that names no field', () => {
  it.each(['en', 'zh'] as const)('is a whole sentence (%s)', (language) => {
    const t = createTranslator({ locale: language, messages: { issues: WORDS[language].issues } });
    const said = issueText(t as unknown as Texts, 'range', { min: '1', max: '2' });
    expect(said).toContain(WORDS[language].issues.names.unnamed);
  });
});

describe('the test itself', () => {
  it('provokes issues that name a field, for every kind', () => {
    for (const kind of Object.keys(KIND_CASES) as Kind[]) expect(namedIssues(kind).length, kind).toBeGreaterThan(0);
  });
});
