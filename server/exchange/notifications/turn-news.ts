import type { FinishReason } from '#lib/contract/bot-words.ts';
import type { RuleKind } from '#lib/contract/notification-words.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { type BotBook, STREAM } from '../bots/bot-book.ts';
import { endEquity, profitAssetOf, profitOf } from '../bots/bot-equity.ts';
import { parseBotRecord } from '../bots/bot-record.ts';
import { type AnyBot, isArchived } from '../bots/ended-bot.ts';
import { readFill } from '../bots/journal-rows.ts';
import type { WrittenTurn } from '../sequencer/sequencer.ts';
import type { OwnFill } from './fill-digest.ts';
import type { Notice } from './notice.ts';

/** What a turn wrote that traders are told of: read from its rows alone, so that it is told once, with the turn. */
export interface OwnNotice {
  readonly userId: number;
  readonly kind: RuleKind;
  readonly notice: Notice;
}

export interface TurnNews {
  readonly fills: readonly { readonly userId: number; readonly fill: OwnFill }[];
  readonly ends: readonly OwnNotice[];
}

/** The row of a bot that ended in a turn, and when: it has a last point of its curve there; one that is only put away has none. */
interface EndRow {
  readonly botId: number;
  readonly value: string;
  readonly timeMs: number;
}

/** A turn with what is looked for in it once, for all that is told of it. */
export interface NewsTurn extends WrittenTurn {
  readonly ends: readonly EndRow[];
}

/** What a turn means for those whose plans and orders it wrote: read from its rows alone too. Must not throw. */
export type NewsOf = (turn: NewsTurn, isTold: (userId: number) => boolean) => readonly OwnNotice[];

export interface NewsParts {
  readonly book: Pick<BotBook, 'known'>;
  /** Whether an account is told anything: nothing is read for those that nobody can log in to. */
  isTold(userId: number): boolean;
}

const BOTS: ReadonlySet<string> = new Set(['bots', 'ended_bots']);
/** Stands in the row of every bot that has ended, and is looked for before the row is parsed. */
const ENDED = '"status":"finished"';

/** Most turns have no point of a curve: then no bot's row is read through. */
export function newsTurnOf(written: WrittenTurn): NewsTurn {
  const points = written.rows.flatMap(({ stream, key, timeMs }) =>
    stream === STREAM.daily ? [[key, timeMs] as const] : [],
  );
  if (points.length === 0) return { ...written, ends: [] };
  const pointed = new Map(points);
  const ends = new Map<string, EndRow>();
  for (const { collection, key, value } of written.items) {
    const timeMs = pointed.get(key);
    if (timeMs === undefined || value === null || !BOTS.has(collection) || !value.includes(ENDED)) continue;
    ends.set(key, { botId: Number(key), value, timeMs });
  }
  return { ...written, ends: [...ends.values()] };
}

export function newsOfTurn({ rows, ends }: NewsTurn, { book, isTold }: NewsParts): TurnNews {
  const fills: { userId: number; fill: OwnFill }[] = [];
  const told = (botId: number): AnyBot | undefined => {
    const bot = book.known(botId);
    return bot !== undefined && isTold(bot.record.ownerId) ? bot : undefined;
  };
  for (const { stream, key, value } of rows) {
    if (stream !== STREAM.fills) continue;
    const bot = told(Number(key));
    if (bot !== undefined) fills.push({ userId: bot.record.ownerId, fill: ownFill(bot, value) });
  }
  const ended = ends.flatMap(({ botId, value }) => {
    const bot = told(botId);
    return bot === undefined ? [] : [ownEnd(bot, value)];
  });
  return { fills, ends: ended };
}

function ownFill(bot: AnyBot, text: string): OwnFill {
  const { id, kind } = bot.record;
  const name = isArchived(bot) ? '' : bot.record.name;
  return { botId: id, botKind: kind, name, asset: profitAssetOf(bot.spec), row: readFill(bot.spec, text) };
}

function ownEnd({ spec }: AnyBot, row: string): OwnNotice {
  const record = parseBotRecord((JSON.parse(row) as { readonly record: unknown }).record);
  const { id, ownerId, name, market, finishAs, finishMs, final } = record;
  // As its row tells it: what the provider of a copy got at the end is not its owner's.
  const told = final === null ? null : formatAmount(profitOf(record, endEquity(final, record)));
  const profit: Readonly<Record<string, string>> = told === null ? {} : { profit: told, asset: profitAssetOf(spec) };
  const kind = finishAs === '' ? 'end' : KIND_OF_END[finishAs];
  const about = { botId: id, botKind: record.kind, name, market };
  const values = { reason: finishAs, ...profit };
  return { userId: ownerId, kind, notice: { kind, code: 'ended', timeMs: finishMs ?? 0, ...about, values } };
}

/** What its own conditions ended is a stop; what its owner or the exchange ended is an end. */
const KIND_OF_END: Readonly<Record<FinishReason, RuleKind>> = {
  cancelled: 'end',
  protection_drawdown: 'end',
  protection_exposure: 'end',
  failed: 'end',
  external: 'end',
  stop_market_forbid: 'end',
  money_not_enough: 'end',
  stop_profit: 'stop',
  stop_loss: 'stop',
  less_low: 'stop',
  over_high: 'stop',
  liquidated: 'liquidation',
  auto_deleveraged: 'liquidation',
};
