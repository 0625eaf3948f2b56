import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

describe('a figure that is absent', () => {
  it('is shown by the one sign of lib/money/display.ts: no screen writes a dash of its own (C10)', () => {
    const own = globSync('components/**/*.tsx').filter((file) => />[–—]<|'[–—]'/.test(readFileSync(file, 'utf8')));
    expect(own).toEqual([]);
  });
});
