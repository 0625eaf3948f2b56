import { investedIn } from '../bots/daily-curve.ts';
import type { AnyBot } from '../bots/ended-bot.ts';
import type { BotViews } from '../views/bot-views.ts';
import { runSeconds } from '../views/strategy-row.ts';

type Key = (bot: AnyBot) => bigint | number;
type Compare = (a: AnyBot, b: AnyBot) => number;

/** Columns that a list can be sorted by: `name`, `name_desc` (largest first) or `name_asc`. */
export const SORT_COLUMNS = [
  'create_time',
  'finish_time',
  'run_times',
  'money',
  'profit',
  'profit_rate',
  'match_times',
] as const;

const SORT_FORMAT = new RegExp(`^(${SORT_COLUMNS.join('|')})(_asc|_desc)?$`);

/**
 * How to sort a list; newest first when nothing is asked for. Null for an unknown order: a list that is silently
 * unsorted would look sorted.
 */
export function compareBots(sort: string | undefined, views: BotViews, nowMs: number): Compare | null {
  const parsed = SORT_FORMAT.exec(sort === undefined || sort === '' ? 'create_time' : sort);
  if (parsed === null) return null;
  const keys: Record<(typeof SORT_COLUMNS)[number], Key> = {
    create_time: ({ record }) => record.createMs,
    finish_time: ({ record }) => record.finishMs ?? 0,
    run_times: (bot) => runSeconds(bot, nowMs),
    money: ({ record }) => investedIn(record),
    profit: (bot) => views.earned(bot, nowMs).profit,
    profit_rate: (bot) => views.earned(bot, nowMs).rateE8,
    match_times: ({ record }) => record.matchTimes,
  };
  const key = keys[parsed[1] as keyof typeof keys];
  const direction = parsed[2] === '_asc' ? 1 : -1;
  return (a, b) => {
    const [left, right] = [key(a), key(b)];
    if (left !== right) return left < right ? -direction : direction;
    return b.record.id - a.record.id;
  };
}
