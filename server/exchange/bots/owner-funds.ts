import { botAccount, userAccount } from '../ledger/account-names.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { BotRecord } from './bot-record.ts';
import { fundReference } from './settle-bot.ts';

/** Money that goes between an owner's account and his bot's while the bot lives. */
export interface OwnerFunds {
  readonly asset: string;
  /** Units, above 0. */
  readonly amount: bigint;
  /** What the journal calls it. */
  readonly reason: 'bot-add' | 'margin-add' | 'margin-withdrawal' | 'profit-withdrawal';
  readonly timeMs: number;
}

type Owned = Pick<BotRecord, 'id' | 'ownerId' | 'account'>;

/** From the owner to his bot. Throws when he has not so much: who calls has looked in the same turn. */
export function payToBot(ledger: Ledger, { id, ownerId, account }: Owned, funds: OwnerFunds): void {
  const { asset, amount, reason, timeMs } = funds;
  const posting = { from: userAccount(ownerId, account), to: botAccount(id), asset, amount };
  const lacking = ledger.post([posting], reason, fundReference(id), timeMs);
  if (lacking !== null) throw new Error(`the owner of bot ${id} has not so much ${lacking.asset}`);
}

/** From the bot to its owner. Throws when its account does not hold so much: its machine has said that it does. */
export function payToOwner(ledger: Ledger, { id, ownerId, account }: Owned, funds: OwnerFunds): void {
  const { asset, amount, reason, timeMs } = funds;
  const posting = { from: botAccount(id), to: userAccount(ownerId, account), asset, amount };
  const lacking = ledger.post([posting], reason, fundReference(id), timeMs);
  if (lacking !== null) throw new Error(`bot ${id} cannot pay out its ${lacking.asset}`);
}
