import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** What sends under a key holds its fields and its button until it is answered: by a frame that does so, which it is handed to. */

const root = fileURLToPath(new URL('../..', import.meta.url));
const SENDING = /\buse(?:Action|BotAction|BacktestStart|Terminate|KeptOperation)(?:<[^\n]*>)?\(/;
const HANDED = /\b(?:action|held)=\{(?:action|held|run)\}/;
/** They start computations, by calls without a key. */
const UNKEYED: readonly string[] = ['components/bots/fork/fork-screen.tsx', 'components/bots/replay/proof-part.tsx'];

describe('screens that send under a key', () => {
  it('are held by one mechanism (components/ui/held-fields.tsx)', () => {
    const sending = globSync('{app,components}/**/*.tsx', { cwd: root }).filter((file) =>
      SENDING.test(readFileSync(join(root, file), 'utf8')),
    );
    const free = sending.filter((file) => !HANDED.test(readFileSync(join(root, file), 'utf8')));
    expect(sending.length).toBeGreaterThan(15);
    expect(free.sort()).toEqual(UNKEYED);
  });
});

describe('what is done by a press', () => {
  it('is done one at a time by one mechanism: no screen has a busy flag of its own', () => {
    const flagged = globSync('components/**/*.{ts,tsx}', { cwd: root }).filter((file) =>
      /\[\w*[bB]usy\w*, set|\bset(?:Is)?(?:Busy|Sending|Saving)\b/.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(flagged).toEqual([]);
  });
});
