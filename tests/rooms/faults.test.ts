import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sharedPath } from '#tests/support/shared-path.ts';
import { notPassedOfVitest } from '../failed-names.ts';
import { FAULTS } from '../faults/faults.ts';
import { planted } from '../faults/plant.ts';
import { plantAll, type Trial } from '../faults/plant-all.ts';
import { sourceFiles } from './source-rules.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const source = (file: string): string => readFileSync(join(root, file), 'utf8');

describe('planted faults', () => {
  it('are each a change of what stands in the source today, and their tests exist', () => {
    for (const fault of FAULTS) {
      const text = source(fault.file);
      expect(planted(fault, text), fault.is).not.toBe(text);
      for (const test of fault.tests) expect(source(test).length, test).toBeGreaterThan(0);
    }
    expect(new Set(FAULTS.map(({ file, is, becomes }) => `${file} ${is} ${becomes}`)).size).toBe(FAULTS.length);
  });

  it('are refused when the list is older than the source', () => {
    const [fault] = FAULTS as [(typeof FAULTS)[0]];
    expect(() => planted({ ...fault, is: 'nobody wrote this' }, source(fault.file))).toThrow('stands there 0 times');
    expect(() => planted({ ...fault, is: 'const' }, source(fault.file))).toThrow(/stands there \d+ times/);
  });
});

describe('what becomes of planted faults', () => {
  beforeEach(() => {
    vi.spyOn(console, 'log').mockImplementation(() => {});
  });

  const fault = (...tests: string[]) => ({ file: 'lib/a.ts', is: 'a', becomes: 'b', tests });
  const LIST = [
    fault('well.test.ts'),
    fault('well.test.ts', 'broken.test.ts'),
    fault('blind.test.ts'),
    fault('late.test.ts'),
  ];

  /** A trial whose tests catch everything but those named. */
  function trial(failing: readonly string[], blind: readonly string[] = []) {
    const asked: (readonly string[] | number)[] = [];
    const made: Trial = {
      async failing(tests) {
        asked.push(tests);
        return new Set(failing);
      },
      async survives(index, tests) {
        asked.push(index);
        return tests.every((test) => blind.includes(test));
      },
    };
    return { asked, made };
  }

  it('is known of those alone whose tests pass without any: each test is run once for that, before the first is planted', async () => {
    const { asked, made } = trial(['broken.test.ts']);
    const { passed, failed, names } = await plantAll(0, 3, made, LIST);
    expect(asked).toEqual([['well.test.ts', 'broken.test.ts', 'blind.test.ts'], 0, 2]);
    expect([passed, failed]).toEqual([2, 1]);
    expect(names).toEqual(['unknown: 1 lib/a.ts: a (without it fails broken.test.ts)']);
  });

  it('is that too few are caught, or enough', async () => {
    const few = trial([], ['blind.test.ts']);
    expect(await plantAll(1, 4, few.made, LIST)).toMatchObject({
      passed: 2,
      failed: 1,
      names: ['survived: 2 lib/a.ts: a'],
    });
    const enough = [...Array.from({ length: 19 }, () => fault('well.test.ts')), fault('blind.test.ts')];
    expect(await plantAll(0, 20, trial([], ['blind.test.ts']).made, enough)).toMatchObject({ passed: 19, failed: 0 });
  });

  it('is seen by tests to which ../shared is hidden: one file alone knows where that is', () => {
    const own = 'tests/rooms/faults.test.ts';
    const knowing = sourceFiles(root, ['tests']).filter((path) => path !== own && /\.\.\/shared\//.test(source(path)));
    expect(knowing).toEqual(['tests/support/shared-path.ts']);
    vi.stubEnv('HIDE_SHARED', '1');
    expect(existsSync(sharedPath('.'))).toBe(false);
  });

  it('counts a test file as failing that failed, could not be loaded or was never reached', () => {
    const file = (name: string, status: string) => ({ name: `/home/${name}`, status, assertionResults: [] });
    const report = { testResults: [file('a.test.ts', 'passed'), file('b.test.ts', 'failed')] };
    const failing = notPassedOfVitest(report, '/home', ['a.test.ts', 'b.test.ts', 'c.test.ts']);
    expect([...failing]).toEqual(['b.test.ts', 'c.test.ts']);
  });
});
