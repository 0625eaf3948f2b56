import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { FAULTS } from '../faults/faults.ts';
import { planted } from '../faults/plant.ts';

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
