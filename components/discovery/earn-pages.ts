import { dualPath, newPlanPath } from '#components/addresses/paths.ts';
import { EARN_TYPES, type EarnType } from '#lib/contract/earn-types.ts';

type EarnPages = { readonly [Type in EarnType]?: (language: string, market: string) => string };

/**
 * Where each product that is earned by without a bot is bought, for a spot market: a row of the picker leads there (C-034, C-036). A product without a
 * page here has no row, and nothing is asked for its sake. A plan is of several coins: its page is of no market.
 */
export const EARN_PAGES: EarnPages = {
  'sell-high': (language, market) => dualPath(language, 'sell-high', market),
  'buy-low': (language, market) => dualPath(language, 'buy-low', market),
  'auto-investment': newPlanPath,
};

export function pagedTypes(pages: EarnPages): readonly EarnType[] {
  return EARN_TYPES.filter((type) => pages[type] !== undefined);
}
