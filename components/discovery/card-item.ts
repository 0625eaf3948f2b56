import { creatorName } from '#components/bots/creator-name.ts';
import type { RecommendedItem } from '#lib/contract/strategy.ts';

/** What a card shows of a recommended bot, and no more: it travels inside the page. */
export interface CardItem
  extends Pick<
    RecommendedItem,
    | 'strategy_id'
    | 'strategy_type'
    | 'strategy_name'
    | 'market'
    | 'run_times'
    | 'follow_num'
    | 'stop_upward_price'
    | 'stop_downward_price'
    | 'max_draw_down'
    | 'adj_sharp_rate'
    | 'rate'
    | 'year_pft_rate'
    | 'match_times'
    | 'low_price'
    | 'high_price'
    | 'grid_num'
    | 'leverage'
    | 'side'
    | 'finish_time'
    | 'finish_as'
    | 'quiet_reason'
    | 'is_ai'
    | 'ai_grade'
    | 'hold_rate'
  > {
  /** It trades a contract, with whatever leverage; absent: it does not. */
  readonly isOnContract?: boolean;
  /** Coins of a portfolio with their shares (fractions; '-' where hidden); empty for kinds of one market. */
  readonly coins: readonly { readonly asset: string; readonly rate: string }[];
  readonly anonymous: string;
  readonly nickname: string;
  /** [seconds, cumulative fraction], oldest first; at most 31. */
  readonly curve: readonly (readonly [number, string])[];
}

/** The documents know no order, and an exchange may send the newest first. */
export function curveInOrder(curve: RecommendedItem['back_profit']): RecommendedItem['back_profit'] {
  return curve.toSorted((a, b) => a.time_stamp - b.time_stamp);
}

export function toCardItem(item: RecommendedItem): CardItem {
  return {
    strategy_id: item.strategy_id,
    is_ai: item.is_ai,
    ...(item.ai_grade === undefined ? {} : { ai_grade: item.ai_grade }),
    strategy_type: item.strategy_type,
    strategy_name: item.strategy_name,
    market: item.market,
    run_times: item.run_times,
    follow_num: item.follow_num,
    stop_upward_price: item.stop_upward_price,
    stop_downward_price: item.stop_downward_price,
    max_draw_down: item.max_draw_down,
    adj_sharp_rate: item.adj_sharp_rate,
    rate: item.rate,
    year_pft_rate: item.year_pft_rate,
    match_times: item.match_times,
    low_price: item.low_price,
    high_price: item.high_price,
    grid_num: item.grid_num,
    leverage: item.leverage,
    side: item.side,
    ...(item.instrument_type.startsWith('futures') ? { isOnContract: true } : {}),
    finish_time: item.finish_time,
    finish_as: item.finish_as,
    quiet_reason: item.quiet_reason,
    hold_rate: item.hold_rate,
    coins: item.asset_info,
    anonymous: item.user_info.anonymous,
    nickname: creatorName(item.user_info.nickname),
    curve: curveInOrder(item.back_profit).map((point) => [point.time_stamp, point.rate]),
  };
}
