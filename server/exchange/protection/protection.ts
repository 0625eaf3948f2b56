import type { Log } from '../../log/log.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { BotBook } from '../bots/bot-book.ts';
import type { MarketTurns } from '../bots/market-turns.ts';
import type { Dual } from '../dual/dual.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { MarketFeed } from '../market/feed.ts';
import type { Teller } from '../notifications/teller.ts';
import type { Derive, Sequencer } from '../sequencer/sequencer.ts';
import type { StoreReader } from '../store/store.ts';
import type { Clock } from '../surroundings/clock.ts';
import { outsideFlows } from './account-flows.ts';
import { creationGate } from './creation-gate.ts';
import { ProtectionBook } from './protection-book.ts';
import { ProtectionWatch } from './protection-watch.ts';

interface OpeningParts {
  readonly store: StoreReader;
  readonly ledger: Ledger;
  readonly feed: MarketFeed;
  readonly book: BotBook;
  readonly turns: MarketTurns;
  readonly dual: Dual;
  readonly teller: Pick<Teller, 'tell'>;
  readonly sequencer: Pick<Sequencer, 'submit' | 'onWritten'>;
  readonly accounts: Pick<Accounts, 'isPublished'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Limits of accounts: what is kept of them, who looks at them, and what they refuse. */
export interface Protection {
  readonly guards: ProtectionBook;
  readonly watch: ProtectionWatch;
  readonly refusal: ReturnType<typeof creationGate>;
  readonly parts: OpeningParts & { readonly guards: ProtectionBook };
}

/** Why an account has no limits, as a refusal's issue; '' = it may have them. Those of an account whose password is published would stop everybody's bots. */
export function notOfferedTo({ accounts }: Pick<OpeningParts, 'accounts'>, userId: number): string {
  return accounts.isPublished(userId) ? 'protection-published' : '';
}

/** Reads what was saved and follows, from the next turn on, what comes into accounts and goes out. Nothing is looked at before `watch.start`. */
export async function openProtection(opening: OpeningParts): Promise<Protection> {
  const guards = await ProtectionBook.open(opening.store, (userId) => notOfferedTo(opening, userId) === '');
  const parts = { ...opening, guards };
  opening.sequencer.onWritten(followFlows(guards));
  return { guards, watch: new ProtectionWatch(parts), refusal: creationGate(guards), parts };
}

/** What comes in and goes out is kept with the turn that moved it, until the next look moves the peak by it. */
function followFlows(guards: ProtectionBook): Derive {
  return (written, batch) => {
    if (guards.isEmpty) return;
    for (const { userId, asset, amount } of outsideFlows(written, (id) => guards.of(id).peak !== null)) {
      const guard = guards.of(userId);
      const flows = new Map(guard.flows).set(asset, (guard.flows.get(asset) ?? 0n) + amount);
      guards.write(batch, userId, { ...guard, flows });
    }
  };
}
