import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/time/durations.ts';
import { fractionOf, hashKey, hashText } from './hash-random.ts';

/** (perpetual − spot) ÷ spot at a time, ms. */
export type Basis = (instrument: string, timeMs: number) => number;

/** A wave: random heights at knots so far apart, smooth in between. It cannot leave ±amplitude, and returns by itself. */
interface Wave {
  readonly knotMs: number;
  readonly amplitude: number;
}

/** What all contracts share: some days longs crowd, some days shorts. */
const SHARED: Wave = { knotMs: 4 * DAY_MS, amplitude: 0.0004 };
/** A contract's own: a few hours, and the better part of an hour. */
const OWN: readonly Wave[] = [
  { knotMs: 8 * HOUR_MS, amplitude: 0.0006 },
  { knotMs: 40 * MINUTE_MS, amplitude: 0.0008 },
];
/** Perpetuals trade a little above spot most of the time. */
const MEAN = 0.0001;

/** The basis never leaves ±this; E11 asks for ±0.3 %. */
export const BASIS_BOUND = OWN.reduce((sum, wave) => sum + wave.amplitude, MEAN + SHARED.amplitude);

function heightAt(wave: Wave, key: number, timeMs: number): number {
  const knot = Math.floor(timeMs / wave.knotMs);
  const share = timeMs / wave.knotMs - knot;
  const before = fractionOf(hashKey(key, knot));
  const after = fractionOf(hashKey(key, knot + 1));
  const smooth = share * share * (3 - 2 * share);
  return wave.amplitude * (2 * (before + (after - before) * smooth) - 1);
}

/**
 * How far perpetuals that nobody recorded are from spot: a pure function of (seed, instrument, time). Slow (it moves by
 * a fraction of a basis point in a minute), bounded by construction, and back at its mean every few hours.
 */
export function createBasis(seed: number): Basis {
  const sharedKey = hashKey(seed, hashText('basis'), 6);
  const ownKeys = new Map<string, readonly number[]>();
  const keysOf = (instrument: string): readonly number[] => {
    const known = ownKeys.get(instrument) ?? OWN.map((_, i) => hashKey(seed, hashText(instrument), 7, i));
    ownKeys.set(instrument, known);
    return known;
  };
  return (instrument, timeMs) => {
    let basis = MEAN + heightAt(SHARED, sharedKey, timeMs);
    const keys = keysOf(instrument);
    for (const [i, wave] of OWN.entries()) basis += heightAt(wave, keys[i] as number, timeMs);
    return basis;
  };
}
