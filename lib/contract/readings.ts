import { z } from 'zod';

/**
 * How a value of a reply is read when it is not exactly what the contract says: remarks on the contract's own shapes,
 * for the reader of replies (tolerant-reader.ts). What has no remark follows from its shape: texts and figures that are
 * only shown have a stand-in, what names something (an id, a market, a word of a list) has none.
 */
export interface HowRead {
  /**
   * decimal: numbers and exponents are taken as well; flag: true, "1" and "true" are 1; seconds: milliseconds and finer are as well; step: a bot's step
   * by its number, and in other spellings of its name, too; first: of several with commas between them the first one.
   */
  readonly form?: 'decimal' | 'flag' | 'seconds' | 'step' | 'first';
  /** Money is reckoned with it: without it, what contains it cannot be read. */
  readonly isNeeded?: boolean;
  /** What stands in for it when it is missing or cannot be read. */
  readonly standIn?: unknown;
  /** Another name of the field, or the way to it ("params.pair"), which is read where there is none of its own that can be. */
  readonly alsoNamed?: string;
}

/** In the year 5138: what is later was written in milliseconds (those of 1973 and later), or finer still. */
export const LAST_SECOND = 99_999_999_999;

export const READINGS = z.registry<HowRead>();

function remark<T extends z.ZodType>(schema: T, remarks: HowRead): T {
  const own = schema.clone() as T;
  READINGS.add(own, { ...READINGS.get(schema), ...remarks });
  return own;
}

/** The schema, read in a form of its own. */
export function readAs<T extends z.ZodType>(form: NonNullable<HowRead['form']>, schema: T): T {
  return remark(schema, { form });
}

/** The same shape where it cannot be missing: a money figure, or what a row is nothing without. */
export function needed<T extends z.ZodType>(schema: T): T {
  return remark(schema, { isNeeded: true });
}

/** The same shape with what stands in where an exchange leaves it out. */
export function standIn<T extends z.ZodType>(schema: T, value: z.output<T>): T {
  return remark(schema, { standIn: value });
}

/** The same shape of a field that some exchanges call otherwise, or have within another ("params.pair"). */
export function alsoNamed<T extends z.ZodType>(name: string, schema: T): T {
  return remark(schema, { alsoNamed: name });
}
