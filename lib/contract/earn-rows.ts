import type { ReplyOf } from './contract.ts';
import { EARN_TYPES, EARN_WORDS, type EarnType } from './earn-types.ts';

/** What the picker says of a product: its rate as a fraction, '' where it is not known now. */
export interface EarnRow {
  readonly type: EarnType;
  readonly rate: string;
}

type Supports = NonNullable<ReplyOf<'earnSupports'>['data']>;
type Statistics = NonNullable<ReplyOf<'earnStatistics'>['data']>;

/** Whether anything may be earned without a bot where one is: on spot markets against USDT, never on a contract's page (C-351). */
export function mayEarnOn({ market, type }: { readonly market: string; readonly type: string }): boolean {
  return type === 'spot' && market.endsWith('_USDT');
}

/** The rows of a market, of the products that have a page (`paged`) and whose coin is supported. */
export function earnRows(
  paged: readonly EarnType[],
  supports: Supports | undefined,
  statistics: Statistics | undefined,
): readonly EarnRow[] {
  const isSupported = (type: EarnType): boolean => supports?.[EARN_WORDS[type].support] === 1;
  return EARN_TYPES.filter((type) => paged.includes(type) && isSupported(type)).map((type) => ({
    type,
    rate: statistics?.[EARN_WORDS[type].rate] ?? '',
  }));
}
