/** A percent of an axis as a form has it: at most four decimals, no zeros at the end. */
export function percentText(percent: number): string {
  return String(Number(percent.toFixed(4)));
}
