import type { MovedBot } from '#lib/backtest/running-move.ts';
import type { FinishReason } from '#lib/contract/bot-words.ts';
import type { ReplyOf } from '#lib/contract/contract.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { toSeconds } from '../bots/journal-rows.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { trialPartOf } from '../bots/trial-funds.ts';
import type { OpenOrder } from '../dual/dual-worth.ts';
import type { Balance } from './balances.ts';
import { MOVES } from './move-task.ts';
import { pricesOf, standing, worthOf } from './order-worth.ts';
import type { Valuation } from './valuation.ts';

type MovesData = NonNullable<ReplyOf<'portfolioMoves'>['data']>;
type Move = MovesData['moves'][number];

/** Bots that are named of each move. */
const NAMED = 3;

/** A bot's equity now and at the end of each of MOVES, units of what its profit is counted in. */
export interface BotMoves {
  readonly bot: Pick<LiveBot, 'record'>;
  readonly asset: string;
  readonly now: bigint;
  readonly moved: readonly MovedBot[];
}

export interface MovesInput {
  readonly balances: readonly Balance[];
  /** Those that are not over: at the end of a move as if they were settled there. */
  readonly orders: readonly OpenOrder[];
  readonly bots: readonly BotMoves[];
  readonly leftOut: number;
  /** Values at the prices of now, and at those of the end of each of MOVES. */
  readonly now: Valuation;
  readonly ends: readonly Valuation[];
  readonly nowMs: number;
}

/** What each move would win or lose, the worst first. Changes in value are rounded down bot by bot and balance by balance. */
export function movesView(input: MovesInput): MovesData {
  const { bots, leftOut, nowMs } = input;
  const moves = MOVES.map((percent, at) => ({ percent, ...moveOf(input, at) })).sort((a, b) =>
    a.sum === b.sum ? a.percent - b.percent : a.sum < b.sum ? -1 : 1,
  );
  return {
    time: toSeconds(nowMs),
    bots: bots.length,
    left_out: leftOut,
    moves: moves.map(({ sum, ...move }) => ({ ...move, total: formatAmount(sum) })),
  };
}

function moveOf(
  { balances, orders, bots, now, ends }: MovesInput,
  at: number,
): Omit<Move, 'percent' | 'total'> & { sum: bigint } {
  const end = ends[at] as Valuation;
  const inAccounts = (value: Valuation): bigint =>
    standing(balances, orders, pricesOf(value)).reduce((sum, one) => sum + worthOf(value, one), 0n);
  const accounts = inAccounts(end) - inAccounts(now);
  const changes = bots.map(({ bot, asset, now: before, moved }) => {
    const { equity, finish } = moved[at] as MovedBot;
    const { record } = bot;
    return { record, finish, usdt: end.of(asset, own(record, equity)) - now.of(asset, own(record, before)) };
  });
  const total = changes.reduce((sum, { usdt }) => sum + usdt, 0n);
  const reasons = new Map<FinishReason, number>();
  for (const { finish } of changes) if (finish !== null) reasons.set(finish, (reasons.get(finish) ?? 0) + 1);
  const worst = changes
    .filter(({ usdt }) => usdt < 0n)
    .sort((a, b) => (a.usdt < b.usdt ? -1 : a.usdt > b.usdt ? 1 : a.record.id - b.record.id))
    .slice(0, NAMED);
  return {
    sum: accounts + total,
    bots: formatAmount(total),
    accounts: formatAmount(accounts),
    ends: [...reasons].map(([reason, count]) => ({ reason, bots: count })).sort((a, b) => b.bots - a.bots),
    worst: worst.map(({ record, finish, usdt }) => ({
      strategy_id: record.id,
      strategy_type: record.kind,
      strategy_name: record.name,
      usdt: formatAmount(usdt),
      finish_as: finish ?? '',
    })),
  };
}

/** Losses eat what was lent first. */
function own(record: LiveBot['record'], equity: bigint): bigint {
  return record.trial === 0n ? equity : equity - trialPartOf(record, equity);
}
