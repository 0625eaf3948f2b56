/** Double entry, for the tests' own venue: it shares nothing with the product. Amounts are whole units of an asset. */

export interface Posting {
  readonly account: string;
  readonly asset: string;
  readonly amount: bigint;
}

/** The account of everybody else. */
export const WORLD = 'world';

/** What moved at once: a trade, or a transfer. */
export interface Entry {
  readonly id: string;
  readonly postings: readonly Posting[];
}

export class VenueLedger {
  readonly entries: Entry[] = [];
  private readonly balances = new Map<string, bigint>();
  /** Accounts that may be below zero: the rest of the world. */
  private readonly endless: ReadonlySet<string>;

  constructor(...endless: string[]) {
    this.endless = new Set(endless);
  }

  isEndless(account: string): boolean {
    return this.endless.has(account);
  }

  /** Money comes to an account from outside, negative: goes there. */
  transfer(id: string, account: string, asset: string, amount: bigint): void {
    this.post(id, { account, asset, amount }, { account: WORLD, asset, amount: -amount });
  }

  balance(account: string, asset: string): bigint {
    return this.balances.get(`${account} ${asset}`) ?? 0n;
  }

  /** Throws where an asset's postings do not sum to zero, or an account would be below zero. */
  post(id: string, ...postings: Posting[]): void {
    const sums = new Map<string, bigint>();
    for (const { asset, amount } of postings) sums.set(asset, (sums.get(asset) ?? 0n) + amount);
    for (const [asset, sum] of sums) if (sum !== 0n) throw new Error(`${id} makes ${sum} of ${asset}`);
    for (const { account, asset, amount } of postings) {
      const balance = this.balance(account, asset) + amount;
      this.balances.set(`${account} ${asset}`, balance);
    }
    for (const { account, asset } of postings) {
      if (this.balance(account, asset) < 0n && !this.endless.has(account)) throw new Error(`${account} owes ${asset}`);
    }
    this.entries.push({ id, postings });
  }
}
