/** One argument of an indicator: what it is called, what it may be and what it is when nobody says otherwise. */
export interface ArgumentSpec {
  /** Names the field; its words are in the messages. */
  readonly key: string;
  readonly min: number;
  readonly max: number;
  /** Decimals that it may have; 0 = a whole number. */
  readonly decimals: number;
  readonly default: number;
}

/** A number of bars: whole, 1–600 unless the documents list other bounds (E-175, H26). */
export function bars<const Key extends string>(key: Key, standard: number, min = 1, max = 600) {
  return { key, min, max, decimals: 0, default: standard };
}
