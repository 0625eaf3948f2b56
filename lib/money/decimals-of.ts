/** Decimals that a canonical decimal has. Apart from what reckons with decimals (decimal-text.ts): who only writes them needs no library. */
export function decimalsOf(canonical: string): number {
  const point = canonical.indexOf('.');
  return point < 0 ? 0 : canonical.length - point - 1;
}
