import { tradedByRow } from '#components/bots/traded-name.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';

/** What a copy's form has to know of the bot before the exchange is asked. */
export type CopiedBot = Pick<
  StrategyRow,
  'strategy_id' | 'strategy_type' | 'market' | 'settle' | 'money_asset' | 'finish_time' | 'follow_id'
> & {
  readonly anonymous: string;
  /** What it trades, in plain words. */
  readonly traded: string;
};

/** `traded`: where more is known of that than the row tells. */
export function copiedBot(row: StrategyRow, traded = tradedByRow(row)): CopiedBot {
  const { strategy_id, strategy_type, market, settle, money_asset, finish_time, follow_id } = row;
  const { anonymous } = row.user_info;
  return { strategy_id, strategy_type, market, settle, money_asset, finish_time, follow_id, anonymous, traded };
}
