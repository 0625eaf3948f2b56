import type { BookEntry } from '../ledger/ledger.ts';
import { ACCOUNT_BOOK } from '../ledger/memory-ledger.ts';
import type { WrittenTurn } from '../sequencer/sequencer.ts';

/** What came into an account from outside (+) or went out of it, units. */
export interface OutsideFlow {
  readonly userId: number;
  readonly asset: string;
  readonly amount: bigint;
}

const OF_USER = /^user:(\d+)$/;

/**
 * What a turn's postings brought into accounts from outside, and took out: neither is won or lost. Transfers between the accounts of a
 * trader, money of his bots and trial funds, which are lent and counted nowhere, go nowhere. `isAsked`: whose postings are read.
 */
export function outsideFlows({ rows }: WrittenTurn, isAsked: (userId: number) => boolean): readonly OutsideFlow[] {
  const flows: OutsideFlow[] = [];
  for (const { stream, key, value } of rows) {
    if (stream !== ACCOUNT_BOOK) continue;
    const userId = Number(OF_USER.exec(key)?.[1] ?? 0);
    if (userId === 0 || !isAsked(userId)) continue;
    for (const [from, to, asset, amount] of (JSON.parse(value) as BookEntry).postings) {
      if (isFree(userId, to) && isOutside(userId, from)) flows.push({ userId, asset, amount: BigInt(amount) });
      if (isFree(userId, from) && isOutside(userId, to)) flows.push({ userId, asset, amount: -BigInt(amount) });
    }
  }
  return flows;
}

function isFree(userId: number, account: string): boolean {
  return account.startsWith(`user:${userId}:`) && !account.endsWith(':trial');
}

function isOutside(userId: number, account: string): boolean {
  return !account.startsWith(`user:${userId}:`) && !account.startsWith('bot:');
}
