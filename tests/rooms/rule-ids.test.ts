import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { sharedPath } from '#tests/support/shared-path.ts';
import { idsOf, knownRules, RULES_FILE, readRules, written } from './rule-ids.ts';
import { sourceFiles } from './source-rules.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const file = join(root, RULES_FILE);
const REMEDY = `RULES=write npx vitest run --config tests/vitest.config.ts tests/rooms/rule-ids.test.ts, where ../shared is, writes ${RULES_FILE} anew`;

/** Each id with a file that names it. */
function used(): Map<string, string> {
  const documents = [
    'README.md',
    ...['lib/engine', 'lib/indicators', 'lib/kinds', 'lib/client', 'server', 'server/exchange', 'components'].map(
      (room) => `${room}/DECISIONS.md`,
    ),
    'lib/formulas/README.md',
  ];
  const paths = [...sourceFiles(root, ['lib', 'server', 'components', 'app', 'tests']), ...documents];
  const own = /^tests\/rooms\/rule-ids\.test\.ts$/;
  return new Map(
    paths
      .filter((path) => !own.test(path))
      .flatMap((path) => idsOf(readFileSync(join(root, path), 'utf8')).map((id): [string, string] => [id, path])),
  );
}

const USED = used();
const spec = sharedPath('spec');
if (process.env.RULES === 'write') writeFileSync(file, written(USED.keys(), knownRules(spec)));

describe('ids of rules and decisions', () => {
  it('are found in comments, titles and documents, and nothing else is one', () => {
    expect(idsOf("it('needs 10 USDT (C-241, E-217; X3, H24)'")).toEqual(['C-241', 'E-217', 'X3', 'H24']);
    expect(idsOf('UTF-8, SHA-256, ABC-241, 0xE-12g, H2O, axisX3s, C-, X')).toEqual([]);
  });

  it('that are named in the project each say in the list what they are', () => {
    const listed = readRules(readFileSync(file, 'utf8'));
    expect(USED.size).toBeGreaterThan(800);
    const unknown = [...USED].filter(([id]) => (listed.get(id) ?? '') === '');
    expect(
      unknown.map(([id, path]) => `${path} names ${id}, which is no rule that ${RULES_FILE} lists. ${REMEDY}`),
    ).toEqual([]);
  });

  it('are in the list only where somebody names them, in their order', () => {
    const listed = readRules(readFileSync(file, 'utf8'));
    expect(
      [...listed.keys()].filter((id) => !USED.has(id)),
      REMEDY,
    ).toEqual([]);
    expect(written(listed.keys(), listed)).toBe(readFileSync(file, 'utf8'));
  });

  it.skipIf(!existsSync(spec))('say what the documents say', () => {
    const listed = readRules(readFileSync(file, 'utf8'));
    expect(written(listed.keys(), knownRules(spec)), REMEDY).toBe(readFileSync(file, 'utf8'));
  });
});
