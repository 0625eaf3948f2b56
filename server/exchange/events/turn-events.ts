import { MOST_ROWS, type StreamEvent } from '#lib/contract/event-calls.ts';
import { SESSIONS } from '../accounts/account-record.ts';
import { STREAM } from '../bots/bot-book.ts';
import type { BotRecord } from '../bots/bot-record.ts';
import type { FillRow, OperationRow } from '../bots/journal-rows.ts';
import type { EarnSource } from '../earn/earn-source.ts';
import type { BookEntry } from '../ledger/ledger.ts';
import { ACCOUNT_BOOK } from '../ledger/memory-ledger.ts';
import { NOTIFICATION_HEADS } from '../notifications/notification-book.ts';
import { PROTECTION } from '../protection/protection-book.ts';
import type { TurnBatch } from '../store/store.ts';

/** What a turn that is on disk means for traders: read from the rows that it wrote, and from nothing newer. */

const BOTS = 'bots';
/** Where a bot goes that has ended, in the turn of its end or in a later one. */
const ENDED_BOTS = 'ended_bots';
/** Rows that are kept by user id: what is told when a turn has written one. */
const BY_USER: ReadonlyMap<string, StreamEvent> = new Map([
  [NOTIFICATION_HEADS, { type: 'notification' }],
  [PROTECTION, { type: 'protection' }],
]);
/** The places of the store that events are made of. */
const EVENT_PLACES: ReadonlySet<string> = new Set([
  ...[BOTS, ENDED_BOTS, ACCOUNT_BOOK, SESSIONS, ...BY_USER.keys()],
  ...[STREAM.fills, STREAM.operations, STREAM.daily],
]);

/** A row that a turn wrote. */
interface WrittenRow {
  /** Collection, or stream of the journal. */
  readonly place: string;
  readonly key: string;
  /** Null: it was removed. */
  readonly value: string | null;
}

/** What a turn wrote to the places that events are made of, the journal's rows in their order first. */
function writtenIn({ rows, items }: Pick<TurnBatch, 'rows' | 'items'>): readonly WrittenRow[] {
  const all: readonly WrittenRow[] = [
    ...rows.map(({ stream, key, value }) => ({ place: stream, key, value })),
    ...items.map(({ collection, key, value }) => ({ place: collection, key, value })),
  ];
  return all.filter(({ place }) => EVENT_PLACES.has(place));
}

export interface TurnNews {
  /** Sessions that are over. */
  readonly endedSessions: ReadonlySet<string>;
  readonly events: readonly { readonly userId: number; readonly event: StreamEvent }[];
}

export interface NewsOptions {
  /** Owner of a bot, of an ended one too; undefined when there is none. */
  ownerOf(botId: number): number | undefined;
  readonly earn: readonly Pick<EarnSource, 'changedIn'>[];
  /** Whether anybody hears of a trader's events: nothing is read for nobody. */
  isHeard(userId: number): boolean;
}

/** What a turn wrote of one bot. */
interface ChangedBot {
  readonly userId: number;
  /** Its row as the turn left it; '' = none that tells anything new. */
  record: string;
  readonly fills: string[];
  readonly operations: string[];
  /** A point was put on its curve: at midnight, and where it ended. */
  hasPoint: boolean;
}

type BotEvent = Extract<StreamEvent, { type: 'bot' }>;
type Wanted = Pick<BotRecord, 'id' | 'kind' | 'status' | 'step' | 'finishAs'>;

export function newsOf(made: Pick<TurnBatch, 'rows' | 'items'>, { ownerOf, earn, isHeard }: NewsOptions): TurnNews {
  const rows = writtenIn(made);
  const endedSessions = new Set(
    rows.filter(({ place, value }) => place === SESSIONS && value === null).map(({ key }) => key),
  );
  const putAway = new Set(rows.filter(({ place, value }) => place === BOTS && value === null).map(({ key }) => key));
  const changed = new Map<string, ChangedBot>();
  const money = new Map<number, Map<string, Set<string>>>();
  const told: { userId: number; event: StreamEvent }[] = [];
  for (const { place, key, value } of rows) {
    if (value === null || place === SESSIONS) continue;
    if (place === ACCOUNT_BOOK) {
      noteMoney(value, isHeard, money);
      continue;
    }
    const event = BY_USER.get(place);
    if (event !== undefined) {
      if (isHeard(Number(key))) told.push({ userId: Number(key), event });
      continue;
    }
    const userId = ownerOf(Number(key));
    if (userId === undefined || !isHeard(userId)) continue;
    const bot = changed.get(key) ?? { userId, record: '', fills: [], operations: [], hasPoint: false };
    changed.set(key, bot);
    if (place === BOTS) bot.record = value;
    // One that was only put away, by a turn after that of its end, was told of before; what its owner changed of it since was not.
    else if (place === ENDED_BOTS) bot.record = bot.hasPoint || !putAway.has(key) ? value : '';
    else if (place === STREAM.daily) bot.hasPoint = true;
    else if (place === STREAM.fills) bot.fills.push(value);
    else bot.operations.push(value);
  }
  const events: { userId: number; event: StreamEvent }[] = [];
  for (const { userId, record, fills, operations } of changed.values()) {
    if (record !== '') events.push({ userId, event: botEvent(record, fills, operations) });
  }
  for (const [userId, accounts] of money) {
    for (const [account, assets] of accounts) {
      events.push({ userId, event: { type: 'balance', account, assets: [...assets].sort().slice(0, MOST_ROWS) } });
    }
  }
  const earners = new Set(earn.flatMap((source) => [...source.changedIn(made)]).filter(isHeard));
  for (const userId of earners) events.push({ userId, event: { type: 'earn' } });
  return { endedSessions, events: [...events, ...told] };
}

function botEvent(row: string, fills: readonly string[], operations: readonly string[]): BotEvent {
  const { record } = JSON.parse(row) as { readonly record: Wanted };
  return {
    type: 'bot',
    strategy_id: record.id,
    strategy_type: record.kind,
    status: record.status,
    step: record.step,
    finish_as: record.finishAs,
    fills: fills.slice(-MOST_ROWS).map(fillOf),
    fill_count: fills.length,
    operations: operations.slice(-MOST_ROWS).map((text) => {
      const { op_type, create_time } = JSON.parse(text) as OperationRow;
      return { op_type, time: create_time };
    }),
  };
}

function fillOf(text: string): BotEvent['fills'][number] {
  const row = JSON.parse(text) as FillRow;
  return {
    market: row.market,
    side: row.side,
    price: row.match_price,
    qty: row.match_qty,
    amount: row.match_amount,
    fee: row.fee,
    fee_asset: row.fee_asset,
    profit: row.profit,
    time: row.finish_time,
  };
}

/** Which traders' accounts a group of postings moved money of. Most groups are between a bot and its market. */
function noteMoney(
  text: string,
  isHeard: (userId: number) => boolean,
  money: Map<number, Map<string, Set<string>>>,
): void {
  if (!text.includes('"user:')) return;
  for (const [from, to, asset] of (JSON.parse(text) as BookEntry).postings) {
    for (const name of [from, to]) {
      const [kind, id, account] = name.split(':');
      if (kind !== 'user' || account === undefined || !isHeard(Number(id))) continue;
      const accounts = money.get(Number(id)) ?? new Map<string, Set<string>>();
      money.set(Number(id), accounts.set(account, (accounts.get(account) ?? new Set()).add(asset)));
    }
  }
}
