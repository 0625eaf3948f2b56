import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eachNode, type SyntaxNode } from './syntax.ts';

/**
 * Rules of the documents (C, E and M with three digits) and decisions (X and H) by the ids that sources, tests and DECISIONS.md name.
 * tests/rules.tsv says what each of them is and which test holds it, so that a reader needs nothing beside the project.
 */
const ID = /\b(?:[CEM]-\d+|[XH]\d{1,3})\b/g;

export const RULES_FILE = 'tests/rules.tsv';
/** Rows of the documents' own list. */
export const RULES_OF_DOCUMENTS = 1222;
const HEAD = 'id\tsays\ttest\tanswer';
/** A decision goes before the rule's letter; no test holds it yet. */
const ANSWER = /^(?:decided|open): \S/;
const isOpen = (answer: string): boolean => answer.startsWith('open:');

/** A line of the list. */
export interface RuleLine {
  readonly says: string;
  /** The file whose title names it; '' = none. */
  readonly test: string;
  /** Typed by hand, '' as a rule: `decided: …` is said beside a test or without one, `open: …` only while there is no test. */
  readonly answer: string;
}
export type RuleList = ReadonlyMap<string, RuleLine>;

/** By id the test files that name it, each with how many ids the narrowest of its titles names: the fewer, the more it is about this one. */
export type Holders = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** The ids that a text names. */
export function idsOf(text: string): string[] {
  return text.match(ID) ?? [];
}

/** Rules need a test or an answer; decisions stand in the list because somebody names them. */
export const isRule = (id: string): boolean => /^[CEM]-/.test(id);

function wordsOf({ type, value }: SyntaxNode): string {
  if (type === 'Literal') return typeof value === 'string' ? value : '';
  const isPart = type === 'TemplateElement' && typeof value === 'object' && value !== null && 'raw' in value;
  return isPart ? String(value.raw) : '';
}

/** The ids in titles of a test file and in rows of tables that titles are made of – in its strings, that is; a comment holds nothing –, with how many the narrowest names. */
export function idsOfTitles(path: string, text: string): Map<string, number> {
  const found = new Map<string, number>();
  if (idsOf(text).length === 0) return found;
  eachNode(path, text, (node) => {
    const ids = new Set(idsOf(wordsOf(node)));
    for (const id of ids) found.set(id, Math.min(found.get(id) ?? ids.size, ids.size));
  });
  return found;
}

/** Who holds what among these test files. */
export function holdersOf(files: ReadonlyMap<string, string>): Holders {
  const holders = new Map<string, Map<string, number>>();
  for (const [path, text] of files) {
    for (const [id, width] of idsOfTitles(path, text)) {
      const own = holders.get(id) ?? new Map<string, number>();
      holders.set(id, own.set(path, width));
    }
  }
  return holders;
}

/** What stands in a list that `written` made. */
export function readRules(text: string): Map<string, RuleLine> {
  const [head, ...lines] = text.trimEnd().split('\n');
  if (head !== HEAD) throw new Error(`${RULES_FILE} begins with another line than ${HEAD}`);
  return new Map(
    lines.map((line) => {
      const [id = '', says = '', test = '', answer = ''] = line.split('\t');
      return [id, { says, test, answer }];
    }),
  );
}

/** The test that stands there while it still names the id, so that a new test moves no line; else the one that is most about it. */
function testOf(id: string, before: string, holders: Holders): string {
  const own = holders.get(id) ?? new Map<string, number>();
  if (own.has(before)) return before;
  const [best] = [...own].sort(([a, narrow], [b, other]) => narrow - other || a.localeCompare(b, 'en'));
  return best?.[0] ?? '';
}

/** What the list ought to be: every rule that is known and the decisions that somebody names, in the order of their letters and numbers. An id that nobody knows is left out. */
export function listed(used: Iterable<string>, known: ReadonlyMap<string, string>, before: RuleList, holders: Holders) {
  const ids = new Set([...used, ...[...known.keys()].filter(isRule)]);
  return new Map(
    [...ids]
      .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
      .flatMap((id): [string, RuleLine][] => {
        const says = known.get(id);
        if (says === undefined) return [];
        const old = before.get(id);
        const test = testOf(id, old?.test ?? '', holders);
        const answer = old?.answer ?? '';
        return [[id, { says, test, answer: test !== '' && isOpen(answer) ? '' : answer }]];
      }),
  );
}

export function written(list: RuleList): string {
  const rows = [...list].map(([id, { says, test, answer }]) => [id, says, test, answer].join('\t').trimEnd());
  return `${[HEAD, ...rows].join('\n')}\n`;
}

/** Rules that nothing answers for, and answers that no longer hold, each with what to do. */
export function unanswered(list: RuleList, holders: Holders, remedy: string): string[] {
  return [...list].flatMap(([id, { test, answer }]) => {
    const own = holders.get(id) ?? new Map<string, number>();
    if (test !== '' && !own.has(test)) return [`${id}: no title of ${test} names it. ${remedy}`];
    if (test === '' && own.size > 0) return [`${id}: ${[...own.keys()][0]} names it by now. ${remedy}`];
    if (answer !== '' && !ANSWER.test(answer))
      return [`${id}: its answer begins neither with "decided: " nor "open: "`];
    if (isRule(id) && test === '' && answer === '')
      return [
        `${id}: name it in the title of the test that holds it and then ${remedy}; or answer for it in ${RULES_FILE}`,
      ];
    return [];
  });
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
