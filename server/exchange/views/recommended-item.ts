import type { RecommendedItem } from '#lib/contract/strategy.ts';
import { pointsOfPeriod } from '#lib/formulas/periods.ts';
import { kindOf } from '#lib/kinds/exchange.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import { instrumentTypeOf } from '../bots/bot-kinds.ts';
import { isFinished } from '../bots/bot-record.ts';
import { type DailyPoint, formatRate, investedIn, profitRateE8, rateOf } from '../bots/daily-curve.ts';
import { toSeconds } from '../bots/journal-rows.ts';
import { justHolding } from './just-holding.ts';
import { MASKED } from './masked.ts';
import { quietReason } from './quiet-reason.ts';
import { type RowInput, rateText, strategyRow } from './strategy-row.ts';

/** Points of a card's curve (C-427). */
export const CARD_POINTS = 31;

/** An item of the recommended list (C-105…C-113). Its numbers are those of the bot's row: nothing is counted twice. */
export function recommendedItem(input: RowInput, curve: readonly DailyPoint[]): RecommendedItem {
  const row = strategyRow(input);
  const { record } = input.bot;
  const { params } = row;
  const hold = justHolding(input.bot, input.prices, params !== null);
  return {
    strategy_id: row.strategy_id,
    strategy_type: row.strategy_type,
    strategy_name: row.strategy_name,
    strategy_name_en: row.strategy_name,
    type: record.isAi ? 'ai' : 'user',
    market: record.market,
    instrument_type: instrumentTypeOf(input.bot),
    money_asset: row.money_asset,
    is_use_base: kindOf(record.kind).params(record.payload).is_use_base ?? '',
    create_time: row.create_time,
    run_times: row.run_times,
    user_info: row.user_info,
    follow_num: row.follow_num,
    follow_fee_rate: row.follow_fee_rate,
    is_ai: row.is_ai,
    ...(row.ai_grade === undefined ? {} : { ai_grade: row.ai_grade }),
    cycle: row.cycle,
    side: row.side,
    leverage: row.leverage,
    stop_upward_price: params?.stop_upward_price ?? MASKED,
    stop_downward_price: params?.stop_downward_price ?? MASKED,
    max_draw_down: row.max_draw_down,
    adj_sharp_rate: row.adj_sharp_rate,
    rate: row.profit_rate,
    year_pft_rate: row.year_pft_rate,
    take_profit: params?.stop_profit ?? MASKED,
    win_num: row.win_num,
    loss_num: row.loss_num,
    match_times: row.match_times,
    cycle_profit: cycleProfits(input, curve),
    // Which coins are in it is public; how much of each is a parameter.
    asset_info: (kindOf(record.kind).params(record.payload).asset_info ?? []).map(({ asset, rate }) => ({
      asset,
      rate: params === null ? MASKED : rate,
    })),
    back_profit: wholeLife(curve).map((point, index, shown) => ({
      time_stamp: index === shown.length - 1 ? lastTime(input, point) : endOfDay(point),
      rate: formatRate(rateOf(record, point)),
    })),
    low_price: params?.current_low_price ?? MASKED,
    high_price: params?.current_high_price ?? MASKED,
    grid_num: params?.grid_num ?? MASKED,
    finish_time: row.finish_time,
    finish_as: row.finish_as,
    // On which side of its range the price is would tell both ends of it, as soon as the price goes over one (H54).
    quiet_reason: isFinished(record)
      ? ''
      : quietReason(input.bot, params === null ? { ...input, lastTicks: null } : input, input.nowMs),
    hold_rate: rateText(hold.rateE8),
    hold_from: hold.from,
    hold_to: hold.to,
  };
}

/** Days that AI parameters are searched over too (C-111), with the word of a row's period (C-360). */
const CYCLES = [
  [7, 'week'],
  [30, 'month'],
] as const;

/** What it made over its last days, as its row over that period says; of a cycle that it is not older than, nothing. */
function cycleProfits({ bot: { record } }: RowInput, curve: readonly DailyPoint[]): RecommendedItem['cycle_profit'] {
  return CYCLES.flatMap(([cycle, period]) => {
    const [from, ...days] = pointsOfPeriod(curve, period);
    const to = days.at(-1);
    if (from === undefined || to === undefined || days.length + 1 === curve.length) return [];
    return [{ cycle, profit_rate: formatRate(profitRateE8(to.profit - from.profit, investedIn(record))) }];
  });
}

/** A card's curve shows the bot's life: as many of its days as the card takes, evenly, the first and the last among them. */
function wholeLife(curve: readonly DailyPoint[]): readonly DailyPoint[] {
  if (curve.length <= CARD_POINTS) return curve;
  const step = (curve.length - 1) / (CARD_POINTS - 1);
  return Array.from({ length: CARD_POINTS }, (_, index) => curve[Math.round(index * step)] as DailyPoint);
}

function endOfDay(point: DailyPoint): number {
  return toSeconds(Date.parse(`${point.day}T00:00:00Z`) + DAY_MS);
}

/** The last point of a curve is of the present, or of the bot's end. */
function lastTime({ bot, nowMs }: RowInput, point: DailyPoint): number {
  return Math.min(toSeconds(bot.record.finishMs ?? nowMs), endOfDay(point));
}
