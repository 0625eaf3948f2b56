import { formatAmount } from '#lib/money/amount.ts';
import type { BotBook } from '../bots/bot-book.ts';
import { SENT_SHARES, type SentShare } from '../bots/copy-share.ts';
import { TRANSFERS, userSpot } from '../ledger/account-names.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Sequencer, Tx } from '../sequencer/sequencer.ts';
import type { StoreReader, TurnBatch } from '../store/store.ts';

/** Transfers that were credited and that their senders have not forgotten yet. */
const RECEIVED_SHARES = 'received_shares';
/** What each original has brought its owner, by its number. */
const SHARE_INCOME = 'share_income';
/** Journal of what each account got for its bots' copies, by its number: lists and days of income read it (server/exchange/income). */
export const SHARES_RECEIVED = 'shares_received';
export const SHARE_COLLECTIONS = [RECEIVED_SHARES, SHARE_INCOME] as const;
/** Transfers of one turn. */
const AT_ONCE = 200;

/** Units by asset. */
type Income = ReadonlyMap<string, bigint>;

interface Parts {
  readonly store: StoreReader;
  readonly ledger: Ledger;
  readonly sequencer: Sequencer;
  readonly book: Pick<BotBook, 'ownerOf'>;
}

/** A row of that journal: of which bot the copy was, and what it paid, units. */
export interface SharesReceived {
  readonly sourceId: number;
  readonly parts: SentShare['parts'];
}

export function readSharesReceived(row: string): SharesReceived {
  return JSON.parse(row) as SharesReceived;
}

/**
 * What copies pay the owners of their originals. An account is the unit that a turn touches, so a share goes in three: the copy's turn
 * takes it out and leaves a row (copy-share.ts), the receiver's turn credits it and notes that it did, the sender's next turn
 * forgets the row, and with it the note. Whatever turn the process ends before or behind, the rest is done after a start, and a
 * transfer that was noted is credited no second time.
 */
export class ShareTransfers {
  readonly #parts: Parts;
  readonly #sent = new Map<string, SentShare>();
  readonly #received = new Set<string>();
  readonly #income = new Map<number, Income>();

  private constructor(parts: Parts) {
    this.#parts = parts;
    parts.sequencer.onDurable((turn) => this.#note(turn));
  }

  static async open(parts: Parts): Promise<ShareTransfers> {
    const transfers = new ShareTransfers(parts);
    for await (const { key, value } of parts.store.all(SENT_SHARES)) transfers.#sent.set(key, JSON.parse(value));
    for await (const { key } of parts.store.all(RECEIVED_SHARES)) transfers.#received.add(key);
    for await (const { key, value } of parts.store.all(SHARE_INCOME)) {
      const said = Object.entries<string>(JSON.parse(value));
      transfers.#income.set(Number(key), new Map(said.map(([asset, text]) => [asset, BigInt(text)])));
    }
    return transfers;
  }

  /** What a bot's copies have brought its owner. */
  incomeOf(botId: number): Income {
    return this.#income.get(botId) ?? NOTHING;
  }

  /** Brings over what the disk has; resolves when all of that has arrived. */
  async pass(): Promise<void> {
    while (this.#sent.size > 0) {
      const some = [...this.#sent].slice(0, AT_ONCE);
      await this.#parts.sequencer.submit((tx) => this.#receive(tx, some));
      await this.#parts.sequencer.submit((tx) => this.#forget(tx, some));
    }
  }

  #receive(tx: Tx, some: readonly (readonly [key: string, sent: SentShare])[]): void {
    for (const [key, sent] of some) {
      if (this.#received.has(key)) continue;
      this.#credit(tx, key, sent);
      // A turn that is taken back has credited nothing: who took its note for true would forget the transfer unpaid.
      tx.onUndo(() => this.#received.delete(key));
      this.#received.add(key);
      tx.put(RECEIVED_SHARES, key, '{}');
    }
  }

  #credit(tx: Tx, key: string, { sourceId, parts }: SentShare): void {
    const { ledger, book } = this.#parts;
    const providerId = book.ownerOf(sourceId);
    if (providerId === undefined)
      throw new Error(`transfer ${key} is for the owner of bot ${sourceId}, whom nobody knows`);
    const before = this.incomeOf(sourceId);
    const income = new Map(before);
    const postings = parts.map(({ asset, amount }) => {
      income.set(asset, (income.get(asset) ?? 0n) + BigInt(amount));
      return { from: TRANSFERS, to: userSpot(providerId), asset, amount: BigInt(amount) };
    });
    const refusal = ledger.post(postings, 'profit-share-income', `user:${providerId}`, tx.nowMs);
    if (refusal !== null) throw new Error(`transfer ${key} has no ${refusal.asset} behind it`);
    const received: SharesReceived = { sourceId, parts };
    tx.append(SHARES_RECEIVED, `${providerId}`, tx.nowMs, JSON.stringify(received));
    tx.onUndo(() => this.#income.set(sourceId, before));
    this.#income.set(sourceId, income);
    tx.put(SHARE_INCOME, `${sourceId}`, JSON.stringify(Object.fromEntries([...income].map(([a, u]) => [a, `${u}`]))));
  }

  #forget(tx: Tx, some: readonly (readonly [key: string, sent: SentShare])[]): void {
    for (const [key] of some) {
      tx.remove(SENT_SHARES, key);
      tx.remove(RECEIVED_SHARES, key);
    }
  }

  /** What is on the way is what the disk has: a turn that was refused or lost has sent nothing. */
  #note({ items }: TurnBatch): void {
    for (const { collection, key, value } of items) {
      if (collection !== SENT_SHARES) continue;
      if (value === null) {
        this.#sent.delete(key);
        this.#received.delete(key);
      } else this.#sent.set(key, JSON.parse(value));
    }
  }
}

const NOTHING: Income = new Map();

/** What an income comes to in one asset, and beside it in every other: they are not added up. */
export function incomeTexts(income: Income, asset: string) {
  const others = [...income].filter(([other, units]) => other !== asset && units > 0n);
  return {
    own: formatAmount(income.get(asset) ?? 0n),
    others: others.map(([other, units]) => ({ asset: other, amount: formatAmount(units) })),
  };
}
