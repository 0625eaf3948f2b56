import { MASKED_FIGURE } from '../../money/display.ts';
import { asPercent } from '../rules/rows.ts';

/** A coin's share, a fraction on the wire, as percent with its unit. */
export function shareText(rate: string): string {
  return rate === MASKED_FIGURE ? MASKED_FIGURE : `${asPercent(rate)}%`;
}
