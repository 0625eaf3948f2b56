/** How a condition compares its left side with its right one (H25). */
export const COMPARATORS = ['gt', 'gte', 'lt', 'lte', 'eq', 'cross-up', 'cross-down'] as const;
export type Comparator = (typeof COMPARATORS)[number];

/**
 * Whether left and right stand so at this bar. A cross is the step itself: not above at the bar before and above now
 * (up, golden), or the mirror (down, death), so it holds for one bar. Anything that is NaN makes it false.
 */
export function compare(
  comparator: Comparator,
  previousLeft: number,
  previousRight: number,
  left: number,
  right: number,
): boolean {
  switch (comparator) {
    case 'gt':
      return left > right;
    case 'gte':
      return left >= right;
    case 'lt':
      return left < right;
    case 'lte':
      return left <= right;
    case 'eq':
      return left === right;
    case 'cross-up':
      return previousLeft <= previousRight && left > right;
    case 'cross-down':
      return previousLeft >= previousRight && left < right;
  }
}
