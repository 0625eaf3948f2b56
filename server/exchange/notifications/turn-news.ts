import type { RuleKind } from '#lib/contract/notification-words.ts';
import type { FinishReason } from '#lib/contract/vocabulary.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { type BotBook, STREAM } from '../bots/bot-book.ts';
import { profitAssetOf, profitOf } from '../bots/bot-equity.ts';
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

/** What a turn means for those whose plans and orders it wrote: read from its rows alone too. Must not throw. */
export type NewsOf = (written: WrittenTurn, isTold: (userId: number) => boolean) => readonly OwnNotice[];

export interface NewsParts {
  readonly book: Pick<BotBook, 'known'>;
  /** Whether an account is told anything: nothing is read for those that nobody can log in to. */
  isTold(userId: number): boolean;
}

const BOTS: ReadonlySet<string> = new Set(['bots', 'ended_bots']);
/** Stands in the row of every bot that has ended, and is looked for before the row is parsed. */
const ENDED = '"status":"finished"';

export function newsOfTurn({ rows, items }: WrittenTurn, { book, isTold }: NewsParts): TurnNews {
  const fills: { userId: number; fill: OwnFill }[] = [];
  const told = (key: string): AnyBot | undefined => {
    const bot = book.known(Number(key));
    return bot !== undefined && isTold(bot.record.ownerId) ? bot : undefined;
  };
  for (const { stream, key, value } of rows) {
    if (stream !== STREAM.fills) continue;
    const bot = told(key);
    if (bot !== undefined) fills.push({ userId: bot.record.ownerId, fill: ownFill(bot, value) });
  }
  const ended = new Map<string, OwnNotice>();
  for (const { key, value } of endRows({ rows, items })) {
    const bot = told(key);
    if (bot !== undefined) ended.set(key, ownEnd(bot, value));
  }
  return { fills, ends: [...ended.values()] };
}

type EndRow = { readonly key: string; readonly value: string };

/** The rows of bots that ended in a turn: each has a last point of its curve in it; one that is only put away has none. */
function endRows({ rows, items }: Pick<WrittenTurn, 'rows' | 'items'>): readonly EndRow[] {
  const ends = items.flatMap(({ collection, key, value }) =>
    value !== null && BOTS.has(collection) && value.includes(ENDED) ? [{ key, value }] : [],
  );
  if (ends.length === 0) return [];
  const pointed = new Set(rows.flatMap(({ stream, key }) => (stream === STREAM.daily ? [key] : [])));
  return ends.filter(({ key }) => pointed.has(key));
}

/** The bots that ended in a turn, and when. */
export function endsOf(written: WrittenTurn): readonly { readonly botId: number; readonly timeMs: number }[] {
  const keys = new Set(endRows(written).map(({ key }) => key));
  const times = written.rows.flatMap(({ stream, key, timeMs }) =>
    stream === STREAM.daily && keys.has(key) ? [[Number(key), timeMs] as const] : [],
  );
  return [...new Map(times)].map(([botId, timeMs]) => ({ botId, timeMs }));
}

function ownFill(bot: AnyBot, text: string): OwnFill {
  const { id, kind } = bot.record;
  const name = isArchived(bot) ? '' : bot.record.name;
  return { botId: id, botKind: kind, name, asset: profitAssetOf(bot.spec), row: readFill(bot.spec, text) };
}

function ownEnd({ spec }: AnyBot, row: string): OwnNotice {
  const record = parseBotRecord((JSON.parse(row) as { readonly record: unknown }).record);
  const { id, ownerId, name, market, finishAs, finishMs, final } = record;
  const profit: Readonly<Record<string, string>> =
    final === null ? {} : { profit: formatAmount(profitOf(record, final.equity)), asset: profitAssetOf(spec) };
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
