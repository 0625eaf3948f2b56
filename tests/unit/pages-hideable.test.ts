import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { HIDEABLE_SECONDS } from '#server/bff/answers.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Pages of this folder that show nobody's bot. */
const WITHOUT_BOTS = ['missing/page.tsx', 'start/page.tsx'];
const FOLDER = 'app/[lang]/strategybot/';

/** Next reads the number in the file alone, so that no name can stand there. */
const pages = globSync('**/{page,opengraph-image}.tsx', { cwd: `${root}${FOLDER}` }).flatMap((name) => {
  const seconds = /^export const revalidate = (\d+);$/m.exec(readFileSync(`${root}${FOLDER}${name}`, 'utf8'))?.[1];
  return seconds === undefined || WITHOUT_BOTS.includes(name) ? [] : [[name, Number(seconds)] as const];
});

describe('a page that shows bots', () => {
  it('is one of several', () => {
    expect(pages.length).toBeGreaterThan(5);
  });

  it.each(pages)('is kept by caches on the way for no longer than a bot may still be seen: %s', (_, seconds) => {
    expect(seconds).toBe(HIDEABLE_SECONDS);
  });
});
