/**
 * Double entry. A transfer moves `amount` units of one asset from one account to another, so every asset sums to zero
 * over all accounts by construction. No account goes below zero; the one exception by class is `issue`, the
 * exchange's own liability account from which paper money and market counterparties are funded.
 *
 * Account names: account-names.ts makes them. An account holds several assets.
 */
export interface Posting {
  readonly from: string;
  readonly to: string;
  readonly asset: string;
  /** > 0, units. */
  readonly amount: bigint;
}

export type LedgerRefusal = { readonly refused: 'insufficient'; readonly account: string; readonly asset: string };

/** What the journal stream `account_book` keeps of a posting group, as JSON; its key is the group's reference. */
export interface BookEntry {
  readonly reason: string;
  /** [from, to, asset, amount in units as decimal digits] */
  readonly postings: readonly (readonly [from: string, to: string, asset: string, amount: string])[];
}

export interface Ledger {
  /** Units; 0n for accounts and assets never seen. */
  balance(account: string, asset: string): bigint;
  /** Assets of an account with a balance other than 0n. A copy. */
  assets(account: string): ReadonlyMap<string, bigint>;
  /**
   * Applies all postings or none, all at once: only the balances after the whole group count. Writes one row to the
   * journal (`account_book`, key `reference`, a BookEntry). Refuses instead of overdrawing; throws for malformed
   * postings and outside a sequencer command (bugs).
   */
  post(postings: readonly Posting[], reason: string, reference: string, timeMs: number): LedgerRefusal | null;
  /** Sum over all accounts of one asset; 0n always. */
  total(asset: string): bigint;
  /** Balances of one asset by account. No copy. */
  holders(asset: string): ReadonlyMap<string, bigint>;
  /** Whether an account is there, empty or not. */
  knows(account: string): boolean;
  everyAsset(): Iterable<string>;
  everyAccount(): Iterable<string>;
}
