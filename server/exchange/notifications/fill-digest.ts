import { formatAmount, parseSignedAmount } from '#lib/money/amount.ts';
import type { FillRow } from '../bots/journal-rows.ts';
import type { Notice } from './notice.ts';

/** Fills within so long of the first are told in one notification of their account. */
export const GATHER_MS = 600_000;
/** Bots of one notification that are told apart. */
const MOST_BOTS = 1_000;

/** A fill, and whose it is. */
export interface OwnFill {
  readonly botId: number;
  readonly botKind: Notice['botKind'];
  readonly name: string;
  /** What its profit is counted in. */
  readonly asset: string;
  readonly row: FillRow;
}

/** The fills of one account since a first one: few words for what hundreds of bots do every second. */
export class FillDigest {
  readonly sinceMs: number;
  readonly #bots = new Set<number>();
  /** Results of what the fills completed, units by asset. */
  readonly #profits = new Map<string, bigint>();
  #count = 0;
  #newest: OwnFill | null = null;

  constructor(sinceMs: number) {
    this.sinceMs = sinceMs;
  }

  add(fill: OwnFill): void {
    this.#count += 1;
    this.#newest = fill;
    if (this.#bots.size < MOST_BOTS) this.#bots.add(fill.botId);
    const profit = parseSignedAmount(fill.row.profit);
    if (profit !== null) this.#profits.set(fill.asset, (this.#profits.get(fill.asset) ?? 0n) + profit);
  }

  /** What is told of them now. */
  notice(): Notice {
    const newest = this.#newest;
    if (newest === null) throw new Error('a digest of no fills');
    const { botId, botKind, name, row } = newest;
    const told = { kind: 'fill', timeMs: row.finish_time * 1_000 } as const;
    const count = `${this.#count}`;
    if (this.#bots.size > 1) {
      const values = { count, bots: `${this.#bots.size}`, ...this.#result() };
      return { ...told, code: 'fills-of-several', botId: 0, botKind: '', name: '', market: '', values };
    }
    const about = { botId, botKind, name, market: row.market };
    if (this.#count > 1) return { ...told, code: 'fills', ...about, values: { count, ...this.#result() } };
    const values = { side: row.side, quantity: row.match_qty, price: row.match_price, ...this.#result() };
    return { ...told, code: 'fill', ...about, values };
  }

  /** Results in several assets make no sum. */
  #result(): { readonly profit?: string; readonly asset?: string } {
    const [only, ...others] = this.#profits;
    return only === undefined || others.length > 0 ? {} : { profit: formatAmount(only[1]), asset: only[0] };
  }
}
