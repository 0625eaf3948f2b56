import { z } from 'zod';

const WHOLE = /^-?\d{1,16}$/;

/**
 * A whole number that comes as text – in a query, in an environment – and has to be one as people write it: '', a blank, '0x1' and '1e3', which
 * JavaScript takes for numbers too, are mistyped. One way for all of them; who has a number already says it as such.
 */
export function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER) {
  return z.preprocess(
    (said) => (typeof said === 'string' ? (WHOLE.test(said) ? Number(said) : Number.NaN) : said),
    z.number().int().min(min).max(max),
  );
}
