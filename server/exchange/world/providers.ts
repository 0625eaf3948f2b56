import { createSeededRandom } from './seeded-random.ts';

/** A provider of the demo world, before the exchange has given it an id. */
export interface Provider {
  readonly nickname: string;
  readonly tier: number;
  /** 16 hex digits, the same on every machine for the same seed. */
  readonly anonymous: string;
}

/** Invented handles; any likeness to a real trader is chance. */
const NICKNAMES = [
  'Harbor Lantern',
  'north_of_mean',
  'Velvet Ledger',
  'grid.sparrow',
  'Ostrava Desk',
  'TideTable',
  'Juniper Q',
  'slowandlevel',
  'Copper Finch',
  'rangewalker',
  'Mistral 7',
  'Paper Orchard',
  'kaede.k',
  'Low Tide Capital',
  'quiet_compound',
  'Saffron Line',
  'Basalt',
  'two-percent-club',
  'Ines M.',
  'oscillator.dog',
  'Winter Wheat',
  'Marlowe St.',
  'fourth_decimal',
  'Blue Abacus',
  'Tamarind Road',
] as const;

const MAX_TIER = 5;

/** The providers of a seed. */
export function worldProviders(seed: string): readonly Provider[] {
  const random = createSeededRandom(`${seed}/providers`);
  return NICKNAMES.map((nickname) => {
    let anonymous = '';
    while (anonymous.length < 16) anonymous += random.integer(0, 15).toString(16);
    // Few are at the top: the smaller of two draws.
    const tier = Math.min(random.integer(1, MAX_TIER), random.integer(1, MAX_TIER));
    return { nickname, tier, anonymous };
  });
}
