import type { BotBook } from '../bots/bot-book.ts';
import { figuresAt, profitAssetOf } from '../bots/bot-equity.ts';
import { isFinished } from '../bots/bot-record.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { type AskedThread, askedThread } from '../surroundings/asked-thread.ts';
import { giveWay } from '../surroundings/turn-time.ts';
import type { BotViews } from '../views/bot-views.ts';
import { sightIn } from '../views/visibility.ts';
import type { BotMoves } from './move-sums.ts';
import { MOVES, type Moved, type MoveTask } from './move-task.ts';

export type MoveThread = Pick<AskedThread<MoveTask, Moved>, 'ask'>;

/** Memory that the thread may fill: one that needs more ends, and the next question begins another. */
const MOST_HEAP_MB = 512;

export function moveThread(): AskedThread<MoveTask, Moved> {
  const program = new URL('./move-worker.ts', import.meta.url);
  return askedThread(program, { resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB } });
}

export interface BotMoveParts {
  readonly book: BotBook;
  readonly views: BotViews;
  readonly moves: MoveThread;
}

/** Bots whose machines are written down between two looks at what came in: some milliseconds. */
const BOTS_TOGETHER = 25;

/** Every running bot of a trader along every move: copies go to the thread, some at a time. */
export async function botMoves(
  { book, views, moves }: BotMoveParts,
  userId: number,
  nowMs: number,
): Promise<{ readonly bots: readonly BotMoves[]; readonly leftOut: number }> {
  const own = book.runningOf(userId);
  // What a bot would do tells its parameters: whoever may not see those is not told.
  const told = own.filter(({ record }) => sightIn(book, record, userId)?.params === true);
  const bots: BotMoves[] = [];
  for (let from = 0; from < told.length; from += BOTS_TOGETHER) {
    // As they are by now: a change puts another machine in a bot's place.
    const some = told
      .slice(from, from + BOTS_TOGETHER)
      .flatMap(({ record }) => book.inMemory(record.id) ?? [])
      .filter(({ record }) => !isFinished(record));
    bots.push(...(await someMoves(views, moves, some, nowMs)));
    await giveWay();
  }
  return { bots, leftOut: own.length - told.length };
}

async function someMoves(
  views: BotViews,
  moves: MoveThread,
  some: readonly LiveBot[],
  nowMs: number,
): Promise<BotMoves[]> {
  const equityNow = some.map((bot) => figuresAt(bot, views.prices(bot, nowMs)).equity);
  const running = some.filter(({ machine, params }) => machine !== null && params !== null);
  const task = running.flatMap((bot) => {
    const { record, params, machine } = bot;
    if (params === null || machine === null) return [];
    return [{ kind: record.kind, params, snapshot: machine.snapshot(), prices: views.prices(bot, nowMs) }];
  });
  const answers = task.length === 0 ? MOVES.map(() => []) : await moves.ask({ nowMs, bots: task });
  return some.map((bot, index) => {
    const now = equityNow[index] as bigint;
    const at = running.indexOf(bot);
    // One that waits for its start has its money, which is moved by nothing.
    const moved = MOVES.map((_, move) => (at < 0 ? undefined : answers[move]?.[at]) ?? { equity: now, finish: null });
    return { bot, asset: profitAssetOf(bot.spec), now, moved };
  });
}
