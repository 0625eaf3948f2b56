import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { expect } from '#tests/support/quick-expect.ts';
import { type Bookmark, type House, type Life, liveThrough, plain, type Telling } from './golden-life.ts';
import { liveMarkets, type MarketsLife } from './golden-markets-life.ts';

/**
 * Golden lives of one kind, driven by hand: all that its machines say and can be asked on wild paths, with what owners and the
 * exchange do meanwhile, as digests; and bots as the store had them, which go on as they did. They were written by the machines
 * that each kind had of its own before there was one body (chapters with pauses by the body: those could not pause), so they hold the
 * body to every fill, order and statement of theirs. A change that is meant is written down by
 * GOLDEN=write npx vitest run … golden-<kind>; the commit says why. Stored bots of before stay as they are in such a case: they must go on.
 */

/** A sort of lives. */
export interface Chapter<P> {
  readonly name: string;
  readonly count: number;
  readonly lives: fc.Arbitrary<Told<P>>;
}

interface Told<P> {
  /** The question, for the reader of a failure. */
  readonly asked: unknown;
  on(house: House<P>, bookmark: Bookmark | null): Telling;
}

interface Written {
  /** Digest of all questions. */
  readonly asked: string;
  readonly lives: readonly string[];
  readonly stored: readonly Stored[];
}

/** A bot as the store had it, and the life that it goes on to. */
interface Stored {
  readonly of: number;
  readonly at: number;
  readonly snapshot: unknown;
  readonly life: string;
}

const SEED = 20_261_125;
/** Of every chapter so many bots are kept as the store had them. */
const STORED = 4;
const isWriting = process.env.GOLDEN === 'write';

export const oneMarket = <P>(name: string, count: number, lives: fc.Arbitrary<Life<P>>): Chapter<P> => ({
  name,
  count,
  lives: lives.map((life) => ({
    asked: [life.params, life.interruptions, life.course.start, life.course.points.map(({ point }) => point.ticks)],
    on: (house, bookmark) => liveThrough(house, life, bookmark),
  })),
});

export const severalMarkets = <P extends { readonly spec: MarketSpec }>(
  name: string,
  count: number,
  lives: fc.Arbitrary<MarketsLife<P>>,
): Chapter<P> => ({
  name,
  count,
  lives: lives.map((life) => ({ asked: life, on: (house, bookmark) => liveMarkets(house, life, bookmark) })),
});

function questionOf<P>(told: readonly Told<P>[]): string {
  const hash = createHash('sha256');
  for (const { asked } of told) hash.update(plain(asked) as string);
  return hash.digest('hex').slice(0, 12);
}

/** Anew; bots that are stored already for the same questions stay as they are stored. */
function write<P>(house: House<P>, told: readonly Told<P>[], before: Written | undefined): Written {
  const lives = told.map((one) => one.on(house, null));
  const asked = questionOf(told);
  const digests = lives.map(({ digest }) => digest);
  if (before?.asked === asked) {
    const again = ({ of, at, snapshot }: Stored): Stored => ({
      ...{ of, at, snapshot },
      life: (told[of] as Told<P>).on(house, { at, snapshot }).digest,
    });
    return { asked, lives: digests, stored: before.stored.map(again) };
  }
  const stored: Stored[] = [];
  for (let i = 0; i < STORED; i += 1) {
    const of = Math.floor((i * told.length) / STORED);
    const one = told[of] as Told<P>;
    const at = Math.floor(((lives[of] as Telling).length * (i + 1)) / (STORED + 2));
    const { snapshot } = one.on(house, { at });
    stored.push({ of, at, snapshot, life: one.on(house, { at, snapshot }).digest });
  }
  return { asked, lives: digests, stored };
}

/** The tests of one kind: its golden lives are what they were, and its stored bots go on as they did. */
export function goldenLives<P>(kind: string, house: House<P>, chapters: readonly Chapter<P>[]): void {
  const file = fileURLToPath(new URL(`./golden/${kind}.json`, import.meta.url));
  const golden: { [name: string]: Written } = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as { [name: string]: Written })
    : {};
  const drawn = ({ lives, count }: Chapter<P>): readonly Told<P>[] => fc.sample(lives, { seed: SEED, numRuns: count });

  describe(`golden lives of ${kind}`, () => {
    it.each(chapters)('are what they were: $name', (chapter) => {
      const told = drawn(chapter);
      if (isWriting) {
        golden[chapter.name] = write(house, told, golden[chapter.name]);
        writeFileSync(file, `${JSON.stringify(golden)}\n`);
      }
      const { asked, lives } = golden[chapter.name] as Written;
      expect(questionOf(told), 'other questions; write the file anew with the engine as it was').toBe(asked);
      for (const [i, one] of told.entries()) expect(one.on(house, null).digest, `life ${i}`).toBe(lives[i]);
    });

    it.each(chapters)('of stored bots go on as they did: $name', (chapter) => {
      const told = drawn(chapter);
      const { stored } = golden[chapter.name] as Written;
      expect(stored.length).toBe(STORED);
      for (const { of, at, snapshot, life } of stored)
        expect((told[of] as Told<P>).on(house, { at, snapshot }).digest, `stored bot ${of}`).toBe(life);
    });
  });
}
