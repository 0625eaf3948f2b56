import { describe, expect, it } from 'vitest';
import { FIELD_TERMS, termsOfField } from '#lib/figures/field-terms.ts';
import { TERMS, type TermId } from '#lib/figures/figures.ts';
import { LANGUAGES } from '#lib/i18n/languages.ts';
import { loadMessages, NAMESPACES } from '#lib/i18n/messages.ts';
import { definitionOf, type RunnableKind } from '#lib/kinds/definitions.ts';
import { KIND_FACTS } from '#lib/kinds/facts.ts';
import { NAMED_AS, OTHER_LISTS, SCREEN_TERMS } from '#tests/support/screen-terms.ts';

const KINDS = Object.keys(KIND_FACTS) as RunnableKind[];
const English = await loadMessages('en', NAMESPACES);

/** What stands at a path of a tree of texts: a text, or more of the tree. */
function at(tree: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], tree);
}

/** What a list of terms is called in the messages. */
const LISTS = ['column', 'columns', 'status', 'badge', 'tab', 'reason', 'side', 'stat', 'term', 'metric', 'outcome'];

/** Paths of a tree's lists of terms. */
function listsIn(tree: object, path = ''): readonly string[] {
  return Object.entries(tree).flatMap(([name, part]) => {
    if (typeof part !== 'object') return [];
    const here = path === '' ? name : `${path}.${name}`;
    return [...(LISTS.includes(name) ? [here] : []), ...listsIn(part, here)];
  });
}

describe('the glossary explains the words of the screens', () => {
  it.each(KINDS)('every field of the form of %s has a term, and so has every one of its parameters', (kind) => {
    const { fields } = definitionOf(kind);
    expect(fields.map(({ label }) => label).filter((label) => termsOfField(label) === undefined)).toEqual([]);
    // Choices that are words of their own, not figures, names of a period or of an asset, are reached from the tip of their field.
    const terms = new Set<string>(fields.flatMap(({ label }) => [...(termsOfField(label) ?? [])]));
    for (const { options = [] } of fields)
      for (const { label } of options)
        if (/^(?:price_type|side|transaction_type)\./.test(label)) {
          const term = at(SCREEN_TERMS[`fields.${label.split('.')[0]}`], label.split('.')[1] ?? '');
          expect(terms, label).toContain(term);
        }
  });

  it('and a field is not explained by the opposite of what it does', () => {
    expect(English.fields?.close_flag.label).toContain('Sell');
    expect(English.glossary?.terms.keep_coins.text).toContain('instead of selling');
    expect(FIELD_TERMS.close_flag).not.toContain('keep_coins');
    expect(SCREEN_TERMS['fields.rows']?.close_flag).toBe(FIELD_TERMS.close_flag[0]);
  });

  it('and no term of a field is none', () => {
    expect(
      Object.values(FIELD_TERMS)
        .flat()
        .filter((term) => !TERMS.includes(term)),
    ).toEqual([]);
    expect(Object.entries(FIELD_TERMS).filter(([, terms]) => new Set(terms).size !== terms.length)).toEqual([]);
  });

  it.each(Object.keys(SCREEN_TERMS))('%s: each word has its term, or the reason why it needs none', (path) => {
    const words = Object.keys(at(English, path) as object).filter((name) => {
      const word = at(English, `${path}.${name}`);
      // Placeholders are examples; what has words below it is a list of its own, where it is no indicator's or comparator's name and phrase.
      return name !== 'placeholder' && (typeof word === 'string' || typeof at(word, 'name') === 'string');
    });
    expect(Object.keys(SCREEN_TERMS[path] ?? {}).sort()).toEqual(words.sort());
    const terms = Object.values(SCREEN_TERMS[path] ?? {}).filter((one) => typeof one === 'string');
    expect(terms.filter((term) => !TERMS.includes(term as TermId))).toEqual([]);
  });

  it('no list of columns, states, tabs or figures is left out', () => {
    const known = [...Object.keys(SCREEN_TERMS), ...Object.keys(OTHER_LISTS)];
    const lists = listsIn(English);
    expect(lists.length).toBeGreaterThan(30);
    expect(lists.filter((path) => !known.includes(path))).toEqual([]);
    expect(known.filter((path) => typeof at(English, path) !== 'object')).toEqual([]);
  });

  it.each(LANGUAGES)('in %s by the very words of the screens', async (language) => {
    const messages = await loadMessages(language, NAMESPACES);
    for (const [term, path] of Object.entries(NAMED_AS))
      expect(at(messages, `glossary.terms.${term}.name`), term).toBe(at(messages, path));
  });
});
