/** What a numeric input lets through (C-339, M-234). */

/** Key filters of the documents (M-234, E-245). */
export const RATIO_DECIMALS = 2;
const DEFAULT_DECIMALS = 6;

const FULL_WIDTH_POINTS = /[。．]/g;

/**
 * Keeps digits and the first point; a full-width period counts as a point; signs, letters, separators and further
 * points are dropped; decimals beyond `decimals` are cut off, never rounded. Idempotent.
 */
export function filterNumber(text: string, decimals: number = DEFAULT_DECIMALS): string {
  const plain = text.replace(FULL_WIDTH_POINTS, '.').replace(/[^\d.]/g, '');
  const point = plain.indexOf('.');
  if (point < 0) return plain;
  const whole = plain.slice(0, point);
  if (decimals === 0) return whole;
  return `${whole}.${plain
    .slice(point + 1)
    .replace(/\./g, '')
    .slice(0, decimals)}`;
}
