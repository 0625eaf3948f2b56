import type { TurnParticipant, Tx } from '../sequencer/sequencer.ts';
import type { StoreBatch, StoreReader } from '../store/store.ts';
import { giveWay } from '../surroundings/turn-time.ts';
import { ISSUE, isAccountName, isOfBot } from './account-names.ts';
import type { BookEntry, Ledger, LedgerRefusal, Posting } from './ledger.ts';

/** Store collection of balances: key `account|asset`, value units as decimal digits. */
export const BALANCES = 'balances';
/** Journal stream of posting groups. */
export const ACCOUNT_BOOK = 'account_book';

const ASSET_NAME = /^[A-Z0-9]{1,12}$/;

/** A balance as it was before a posting of the running command. */
interface Change {
  readonly account: string;
  readonly asset: string;
  readonly before: bigint;
}

/**
 * Loads the balances and keeps them in memory; every command's changes are written with its turn. Throws when what
 * the disk holds breaks the ledger's laws: such a store must not be built upon.
 */
export async function openLedger(store: StoreReader): Promise<Ledger & TurnParticipant> {
  const ledger = new MemoryLedger();
  let account = '';
  for await (const { key, value } of store.all(BALANCES)) {
    const bar = key.indexOf('|');
    // An account's rows follow each other: its name is kept once for all of them.
    if (bar !== account.length || !key.startsWith(account)) account = key.slice(0, bar);
    ledger.load(account, key.slice(bar + 1), BigInt(value));
  }
  for (const asset of ledger.everyAsset()) {
    // An asset has as many holders as there are bots: one at a time, with a look at what came in between.
    await giveWay();
    const broken = brokenLawOf(ledger, asset);
    if (broken !== null) throw new Error(`The stored ledger is broken: ${broken}.`);
  }
  return ledger;
}

/** The first of the ledger's laws that does not hold, in words for the log; null when all hold. */
export function brokenLaw(ledger: Ledger): string | null {
  for (const asset of ledger.everyAsset()) {
    const broken = brokenLawOf(ledger, asset);
    if (broken !== null) return broken;
  }
  return null;
}

function brokenLawOf(ledger: Ledger, asset: string): string | null {
  const total = ledger.total(asset);
  if (total !== 0n) return `${asset} sums to ${total}, not 0`;
  for (const [account, units] of ledger.holders(asset)) {
    if (units < 0n && account !== ISSUE) return `${account} has ${units} of ${asset}`;
  }
  return null;
}

const NOBODY: ReadonlyMap<string, bigint> = new Map();

class MemoryLedger implements Ledger, TurnParticipant {
  /** Units by account, of each asset. A map an account would be larger than what most have in it, and there are as many as bots. */
  readonly #holders = new Map<string, Map<string, bigint>>();
  /** Balances that differ from the disk's, `account|asset`. */
  readonly #dirty = new Set<string>();
  #changes: Change[] = [];
  #tx: Tx | null = null;

  load(account: string, asset: string, units: bigint): void {
    this.#set(account, asset, units);
    // Older stores kept what ended bots had emptied: the first turn forgets it.
    if (units === 0n && isOfBot(account)) this.#dirty.add(`${account}|${asset}`);
  }

  balance(account: string, asset: string): bigint {
    return this.#holders.get(asset)?.get(account) ?? 0n;
  }

  assets(account: string): ReadonlyMap<string, bigint> {
    const assets = new Map<string, bigint>();
    for (const [asset, holders] of this.#holders) {
      const units = holders.get(account) ?? 0n;
      if (units !== 0n) assets.set(asset, units);
    }
    return assets;
  }

  total(asset: string): bigint {
    let sum = 0n;
    for (const units of this.holders(asset).values()) sum += units;
    return sum;
  }

  holders(asset: string): ReadonlyMap<string, bigint> {
    return this.#holders.get(asset) ?? NOBODY;
  }

  knows(account: string): boolean {
    for (const holders of this.#holders.values()) if (holders.has(account)) return true;
    return false;
  }

  everyAsset(): Iterable<string> {
    return this.#holders.keys();
  }

  everyAccount(): Iterable<string> {
    return new Set([...this.#holders.values()].flatMap((holders) => [...holders.keys()]));
  }

  post(postings: readonly Posting[], reason: string, reference: string, timeMs: number): LedgerRefusal | null {
    const tx = this.#tx;
    if (tx === null) throw new Error('a posting outside a sequencer command');
    for (const posting of postings) assertWellFormed(posting);
    const mark = this.#changes.length;
    for (const { from, to, asset, amount } of postings) {
      this.#move(from, asset, -amount);
      this.#move(to, asset, amount);
    }
    const overdrawn = this.#changes
      .slice(mark)
      .find(({ account, asset }) => account !== ISSUE && this.balance(account, asset) < 0n);
    if (overdrawn !== undefined) {
      this.#takeBack(mark);
      return { refused: 'insufficient', account: overdrawn.account, asset: overdrawn.asset };
    }
    const entry: BookEntry = {
      reason,
      postings: postings.map(({ from, to, asset, amount }) => [from, to, asset, amount.toString()]),
    };
    tx.append(ACCOUNT_BOOK, reference, timeMs, JSON.stringify(entry));
    return null;
  }

  enter(tx: Tx): void {
    this.#tx = tx;
    this.#changes = [];
    tx.onUndo(() => this.#takeBack(0));
  }

  leave(): void {
    for (const { account, asset } of this.#changes) this.#dirty.add(`${account}|${asset}`);
    this.#changes = [];
    this.#tx = null;
  }

  flush(batch: StoreBatch): void {
    for (const key of this.#dirty) {
      const bar = key.indexOf('|');
      const [account, asset] = [key.slice(0, bar), key.slice(bar + 1)];
      const units = this.balance(account, asset);
      if (units === 0n && isOfBot(account)) this.#forget(batch, account, asset);
      else batch.put(BALANCES, key, units.toString());
    }
    this.#dirty.clear();
  }

  /** A bot's empty balance is none: accounts of bots that have ended would stay for ever (F4). */
  #forget(batch: StoreBatch, account: string, asset: string): void {
    batch.remove(BALANCES, `${account}|${asset}`);
    this.#holders.get(asset)?.delete(account);
  }

  #move(account: string, asset: string, by: bigint): void {
    const before = this.balance(account, asset);
    this.#changes.push({ account, asset, before });
    this.#set(account, asset, before + by);
  }

  #set(account: string, asset: string, units: bigint): void {
    const holders = this.#holders.get(asset) ?? new Map<string, bigint>();
    if (holders.size === 0) this.#holders.set(asset, holders);
    holders.set(account, units);
  }

  /** Newest first, so that the oldest value of a balance that changed twice is what stays. */
  #takeBack(mark: number): void {
    for (let index = this.#changes.length - 1; index >= mark; index -= 1) {
      const change = this.#changes[index];
      if (change !== undefined) this.#set(change.account, change.asset, change.before);
    }
    this.#changes.length = mark;
  }
}

function assertWellFormed({ from, to, asset, amount }: Posting): void {
  const isRight = amount > 0n && from !== to && isAccountName(from) && isAccountName(to) && ASSET_NAME.test(asset);
  if (!isRight) throw new Error(`malformed posting: ${amount} ${asset} from ${from} to ${to}`);
}
