import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { sharedPath } from '#tests/support/shared-path.ts';
import {
  holdersOf,
  idsOf,
  idsOfTitles,
  isRule,
  knownRules,
  listed,
  RULES_FILE,
  RULES_OF_DOCUMENTS,
  type RuleLine,
  readRules,
  unanswered,
  written,
} from './rule-ids.ts';
import { sourceFiles } from './source-rules.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const file = join(root, RULES_FILE);
const REMEDY =
  'RULES=write npx vitest run --config tests/vitest.config.ts tests/rooms/rule-ids.test.ts writes the list anew';
const OWN = 'tests/rooms/rule-ids.test.ts';
const TEST = /\.(?:test|spec)\.tsx?$/;

/** Everything that may name an id, with its text. */
function sources(): Map<string, string> {
  const documents = [
    'README.md',
    ...['lib/engine', 'lib/indicators', 'lib/kinds', 'lib/client', 'server', 'server/exchange', 'components'].map(
      (room) => `${room}/DECISIONS.md`,
    ),
    'lib/formulas/README.md',
  ];
  const paths = [...sourceFiles(root, ['lib', 'server', 'components', 'app', 'tests']), ...documents];
  return new Map(paths.filter((path) => path !== OWN).map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

const SOURCES = sources();
/** Each id with a file that names it. */
const USED = new Map([...SOURCES].flatMap(([path, text]) => idsOf(text).map((id): [string, string] => [id, path])));
const HOLDERS = holdersOf(new Map([...SOURCES].filter(([path]) => TEST.test(path))));
const spec = sharedPath('spec');
const stored = () => readRules(readFileSync(file, 'utf8'));
/** What the ids say: the documents where they are, else the list itself. */
const known = () =>
  existsSync(spec) ? knownRules(spec) : new Map([...stored()].map(([id, { says }]): [string, string] => [id, says]));
if (process.env.RULES === 'write') writeFileSync(file, written(listed(USED.keys(), known(), stored(), HOLDERS)));

const line = (changes: Partial<RuleLine> = {}): RuleLine => ({ says: 'it does', test: '', answer: '', ...changes });

describe('ids of rules and decisions', () => {
  it('are found in comments, titles and documents, and nothing else is one', () => {
    expect(idsOf("it('needs 10 USDT (C-241, E-217; X3, H24)'")).toEqual(['C-241', 'E-217', 'X3', 'H24']);
    expect(idsOf('UTF-8, SHA-256, ABC-241, 0xE-12g, H2O, axisX3s, C-, X')).toEqual([]);
  });

  it('that are named in the project each say in the list what they are', () => {
    const list = stored();
    expect(USED.size).toBeGreaterThan(800);
    const unknown = [...USED].filter(([id]) => (list.get(id)?.says ?? '') === '');
    expect(
      unknown.map(([id, path]) => `${path} names ${id}, which is no rule that ${RULES_FILE} lists. ${REMEDY}`),
    ).toEqual([]);
  });

  it('are in the list if they are rules, or decisions that somebody names, in their order', () => {
    const list = stored();
    expect([...list.keys()].filter(isRule)).toHaveLength(RULES_OF_DOCUMENTS);
    expect(
      [...list.keys()].filter((id) => !isRule(id) && !USED.has(id)),
      REMEDY,
    ).toEqual([]);
    const says = new Map([...list].map(([id, one]): [string, string] => [id, one.says]));
    expect(written(listed(USED.keys(), says, list, HOLDERS)), REMEDY).toBe(readFileSync(file, 'utf8'));
  });

  it.skipIf(!existsSync(spec))('say what the documents say, every one of them', () => {
    expect(written(listed(USED.keys(), knownRules(spec), stored(), HOLDERS)), REMEDY).toBe(readFileSync(file, 'utf8'));
  });
});

describe('every rule of the documents', () => {
  it('is held by a test whose title names it, or is answered for', () => {
    expect(unanswered(stored(), HOLDERS, REMEDY)).toEqual([]);
  });

  it('is named by a title or by the table that titles are made of; a comment holds nothing', () => {
    const text = `
      /** Bounds of the form (C-007). */
      const BOUNDS = [{ rule: 'C-001, C-002', least: '1' }];
      describe('bounds (C-001)', () => {
        // C-008 is another screen's.
        it(\`takes \${least} (C-003, X4)\`, () => undefined);
      });`;
    expect(Object.fromEntries(idsOfTitles('tests/unit/a.test.ts', text))).toEqual({
      'C-001': 1,
      'C-002': 2,
      'C-003': 2,
      X4: 2,
    });
  });

  it('keeps its test while that names it, and else gets the one that is most about it', () => {
    const holders = holdersOf(
      new Map([
        ['tests/unit/a.test.ts', "it('does (C-001, C-002)')"],
        ['tests/unit/b.test.ts', "it('does (C-001)')"],
      ]),
    );
    const known = new Map([
      ['C-001', 'it does'],
      ['C-002', 'it does'],
      ['C-003', 'it does'],
      ['X1', 'decided'],
      ['X2', 'decided'],
    ]);
    const testsOf = (before: string) =>
      [...listed(['X1'], known, new Map([['C-001', line({ test: before })]]), holders)].map(([id, { test }]) => [
        id,
        test,
      ]);
    const others = [
      ['C-002', 'tests/unit/a.test.ts'],
      ['C-003', ''],
      ['X1', ''],
    ];
    expect(testsOf('tests/unit/a.test.ts')).toEqual([['C-001', 'tests/unit/a.test.ts'], ...others]);
    expect(testsOf('tests/unit/gone.test.ts')).toEqual([['C-001', 'tests/unit/b.test.ts'], ...others]);
  });

  it('is missed where neither is there, and an answer where a test came, where a test went, or in other words', () => {
    const holders = holdersOf(new Map([['tests/unit/a.test.ts', "it('does (C-001)')"]]));
    const said = (id: string, changes: Partial<RuleLine>) =>
      unanswered(new Map([[id, line(changes)]]), holders, 'write').map((words) => words.split(':')[0]);
    expect(said('C-001', { test: 'tests/unit/a.test.ts' })).toEqual([]);
    expect(said('C-001', { test: 'tests/unit/a.test.ts', answer: 'decided: otherwise (X1)' })).toEqual([]);
    expect(said('C-001', { answer: 'open: not yet' })).toEqual(['C-001']);
    expect(said('C-001', { test: 'tests/unit/b.test.ts' })).toEqual(['C-001']);
    expect(said('C-002', {})).toEqual(['C-002']);
    expect(said('C-002', { answer: 'open: not yet' })).toEqual([]);
    expect(said('C-002', { answer: 'later' })).toEqual(['C-002']);
    expect(said('X1', {})).toEqual([]);
  });

  it('loses "open" with its first test and keeps what was decided', () => {
    const holders = holdersOf(new Map([['tests/unit/a.test.ts', "it('does (C-001)')"]]));
    const answerOf = (answer: string) =>
      listed([], new Map([['C-001', 'it does']]), new Map([['C-001', line({ answer })]]), holders).get('C-001')?.answer;
    expect(answerOf('open: not yet')).toBe('');
    expect(answerOf('decided: otherwise (X1)')).toBe('decided: otherwise (X1)');
  });
});
