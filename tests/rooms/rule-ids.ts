import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Rules of the documents (C, E and M with three digits) and decisions (X and H) by the ids that sources, tests and DECISIONS.md name.
 * tests/rules.tsv says what each of them is, so that a reader needs nothing beside the project.
 */
const ID = /\b(?:[CEM]-\d+|[XH]\d{1,3})\b/g;

export const RULES_FILE = 'tests/rules.tsv';
const HEAD = 'id\tsays';

/** The ids that a text names. */
export function idsOf(text: string): string[] {
  return text.match(ID) ?? [];
}

/** What stands in a list that `written` made. */
export function readRules(text: string): Map<string, string> {
  const [head, ...lines] = text.trimEnd().split('\n');
  if (head !== HEAD) throw new Error(`${RULES_FILE} begins with another line than ${HEAD}`);
  return new Map(
    lines.map((line) => {
      const [id = '', says = ''] = line.split('\t');
      return [id, says];
    }),
  );
}

/** A list of these ids alone, in the order of their letters and numbers. An id that nobody knows is left out. */
export function written(ids: Iterable<string>, known: ReadonlyMap<string, string>): string {
  const rows = [...new Set(ids)]
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .filter((id) => known.has(id))
    .map((id) => `${id}\t${known.get(id)}`);
  return `${[HEAD, ...rows].join('\n')}\n`;
}

/** What the documents' own lists say: the rule in the sixth column, and of a decision its topic and its last column. */
export function knownRules(spec: string): Map<string, string> {
  const rules = readFileSync(join(spec, 'rules.tsv'), 'utf8').trimEnd().split('\n').slice(1);
  const decisions = readFileSync(join(spec, 'decisions.md'), 'utf8').split('\n');
  return new Map([
    ...rules.map((line): [string, string] => {
      const [id = '', , , , , rule = ''] = line.split('\t');
      return [id, rule];
    }),
    ...decisions.flatMap((line): [string, string][] => {
      const [, id = '', topic = '', ...rest] = line
        .split(/(?<!\\)\|/)
        .map((cell) => cell.replace(/\*\*|\t/g, '').trim());
      return /^[XH]\d+$/.test(id) ? [[id, `${topic}: ${rest.filter((cell) => cell !== '').at(-1) ?? ''}`]] : [];
    }),
  ]);
}
