import { expect } from 'vitest';
import { isNightly } from './runs.ts';

/** The day of the crash that the stress run replays. */
const SEED = 20_210_519;

/**
 * Property tests draw the same cases in every ordinary run, so that what passed yesterday passes today; the nightly run
 * draws new ones and prints the seed of what it finds. Other tests do not load the library for it.
 * Nobody reads what a planted fault is caught with: it is not made smaller.
 */
if (!isNightly && expect.getState().testPath?.includes('/tests/property/') === true) {
  const { default: fc } = await import('fast-check');
  fc.configureGlobal({ seed: SEED, endOnFailure: process.env.FAULT !== undefined });
}
