import { investedIn } from '../bots/daily-curve.ts';
import type { AnyBot } from '../bots/ended-bot.ts';
import type { BotViews } from '../views/bot-views.ts';
import { sortedInChunks } from '../views/chunked-sort.ts';
import { inPieces, withPauses } from '../views/in-pieces.ts';
import { runSeconds } from '../views/strategy-row.ts';

type Key = (bot: AnyBot) => bigint | number;

/** What a list is sorted by. */
interface Order {
  readonly key: Key;
  /** 1: the smallest first. */
  readonly direction: 1 | -1;
}

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
export function orderOf(sort: string | undefined, views: BotViews, nowMs: number): Order | null {
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
  return { key: keys[parsed[1] as keyof typeof keys], direction: parsed[2] === '_asc' ? 1 : -1 };
}

/** Bots of which a figure is asked between two looks at what came in: a millisecond or two. */
const BOTS_A_PIECE = 100;

/**
 * The bots that are wanted, in order. What they are sorted by is asked of each once, with pauses: a trader has a thousand that live and
 * any number that ended.
 */
export async function inOrder<B extends AnyBot>(
  bots: readonly B[],
  order: Order,
  isWanted: (bot: B) => boolean = () => true,
): Promise<readonly B[]> {
  return inPieces(ordering(bots, order, isWanted));
}

function* ordering<B extends AnyBot>(
  bots: readonly B[],
  { key, direction }: Order,
  isWanted: (bot: B) => boolean,
): Generator<void, readonly B[]> {
  const keyed: { readonly bot: B; readonly at: bigint | number }[] = [];
  yield* withPauses(bots, (bot) => isWanted(bot) && keyed.push({ bot, at: key(bot) }), BOTS_A_PIECE);
  const sorted = yield* sortedInChunks(keyed, (a, b) => {
    if (a.at !== b.at) return a.at < b.at ? -direction : direction;
    return b.bot.record.id - a.bot.record.id;
  });
  return sorted.map(({ bot }) => bot);
}
