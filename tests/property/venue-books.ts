import { BOT, type MatchingVenue } from '../support/venue/matching-venue.ts';
import type { Entry, VenueLedger } from '../support/venue/venue-ledger.ts';

/** What the bot's books know of the venue's: its ledger's entries that are booked, and the fees among them. */
export class KnownBooks {
  private readonly ledger: VenueLedger;
  private readonly venues: readonly MatchingVenue[];
  private readonly booked: ReadonlySet<string>;
  private readonly balances = new Map<string, bigint>();
  private readonly fees = new Map<string, bigint>();
  private readonly entries = new Map<string, Entry>();
  private known = 0;
  private read = 0;

  constructor(ledger: VenueLedger, venues: readonly MatchingVenue[], booked: ReadonlySet<string>) {
    this.ledger = ledger;
    this.venues = venues;
    this.booked = booked;
  }

  balance(asset: string): bigint {
    this.update();
    return this.balances.get(asset) ?? 0n;
  }

  feesIn(asset: string): bigint {
    this.update();
    return this.fees.get(asset) ?? 0n;
  }

  /** Reads what was booked since it was asked last. */
  private update(): void {
    for (; this.read < this.ledger.entries.length; this.read += 1) {
      const entry = this.ledger.entries[this.read] as Entry;
      this.entries.set(entry.id, entry);
    }
    if (this.known === this.booked.size) return;
    for (const id of [...this.booked].slice(this.known)) this.book(id);
    this.known = this.booked.size;
  }

  private book(id: string): void {
    const entry = this.entries.get(id);
    if (entry === undefined) throw new Error('The ledger has no such entry');
    for (const { account, asset, amount } of entry.postings) if (account === BOT) add(this.balances, asset, amount);
    for (const venue of this.venues) {
      const fee = venue.feeOf(id);
      if (fee !== undefined) add(this.fees, fee.asset, fee.amount);
    }
  }
}

function add(sums: Map<string, bigint>, asset: string, amount: bigint): void {
  sums.set(asset, (sums.get(asset) ?? 0n) + amount);
}
