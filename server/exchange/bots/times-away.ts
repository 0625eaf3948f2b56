import type { JournalRow, StoreBatch, StoreReader } from '../store/store.ts';
import { STREAM } from './bot-book.ts';
import { instrumentsOf } from './bot-markets.ts';
import { formatOperation, toSeconds } from './journal-rows.ts';
import type { LiveBot } from './live-bot.ts';

/** A time that nobody was there: one row of the store for all bots, each of whose records tells of it (`catch_up`). */
export interface TimeAway {
  readonly fromMs: number;
  readonly toMs: number;
  /** Up to where bots had seen the market: who had ended by then was not there to miss anything. */
  readonly cursorMs: number;
  /** Instruments whose path the feed did not know. */
  readonly unknown: readonly string[];
  /** Bots from this id on, in the store's order; those before have rows of their own, of a program that wrote each bot one. */
  readonly firstBot?: string;
}

/** A row of a bot's record, with its place among the journal's. */
type RecordRow = Pick<JournalRow, 'sequence' | 'value'>;
type Told = Pick<LiveBot, 'record' | 'spec'>;

/** The key of them all. */
const MARKET = 'market';

export class TimesAway {
  /** Oldest first. */
  private readonly times: (TimeAway & { readonly sequence: number })[] = [];

  async load(store: Pick<StoreReader, 'since'>): Promise<void> {
    for await (const { sequence, value } of store.since(STREAM.away, MARKET, 0))
      this.times.push({ ...(JSON.parse(value) as TimeAway), sequence });
  }

  tell(batch: Pick<StoreBatch, 'append'>, time: TimeAway): void {
    this.times.push({ ...time, sequence: batch.append(STREAM.away, MARKET, time.toMs, JSON.stringify(time)) });
  }

  /** What a bot's record has of them, newest first. */
  of({ record, spec }: Told): readonly RecordRow[] {
    const missed = this.times.filter(
      ({ toMs, cursorMs, firstBot = '' }) =>
        record.createMs < toMs && (record.finishMs ?? toMs) > cursorMs && `${record.id}` >= firstBot,
    );
    const instruments = instrumentsOf(spec);
    return missed
      .map(({ sequence, fromMs, toMs, unknown }) => {
        const isKnown = !instruments.some((instrument) => unknown.includes(instrument));
        const times = { from: { time: toSeconds(fromMs) }, to: { time: toSeconds(toMs) } };
        const explain = isKnown ? 'path-replayed' : 'path-unknown';
        return { sequence, value: formatOperation({ type: 'catch_up', timeMs: toMs, ...times, explain }) };
      })
      .reverse();
  }
}

/** A page of a bot's record, newest first, counted from 1: its own rows, and those of the times that nobody was there between them. */
export async function pageOfRecord(
  store: Pick<StoreReader, 'page'>,
  times: TimesAway,
  bot: Told,
  page: number,
  pageSize: number,
): Promise<{ readonly rows: readonly string[]; readonly total: number }> {
  const away = times.of(bot);
  const read = (number: number, size: number) => store.page(STREAM.operations, `${bot.record.id}`, number, size);
  if (away.length === 0) {
    const { rows, total } = await read(page, pageSize);
    return { rows: rows.map(({ value }) => value), total };
  }
  const firstPlace = (page - 1) * pageSize;
  // Of the own rows before this page at most as many stand here as there are others: two pages of such a window have them all.
  const window = pageSize + away.length;
  const before = Math.floor(Math.max(0, firstPlace - away.length) / window);
  const near = await read(before + 1, window);
  const own = [...near.rows, ...(await read(before + 2, window)).rows];
  const shown = [...placed(own, before * window, away), ...placed(away, 0, own, before * window)]
    .filter(({ place }) => place >= firstPlace && place < firstPlace + pageSize)
    .sort((a, b) => a.place - b.place);
  return { rows: shown.map(({ value }) => value), total: near.total + away.length };
}

/** Rows with their places among all, when so many of their sort stand before the first, and so many of the others before what is known of those. */
function placed(rows: readonly RecordRow[], before: number, others: readonly RecordRow[], othersBefore = 0) {
  return rows.map(({ sequence, value }, index) => ({
    value,
    place: before + index + othersBefore + others.filter((other) => other.sequence > sequence).length,
  }));
}
