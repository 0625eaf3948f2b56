import type { MarketTurns } from '../bots/market-turns.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { MarketFeed } from '../market/feed.ts';
import { stoppedBy } from '../protection/creation-gate.ts';
import type { Protection } from '../protection/protection.ts';
import type { Sequencer } from '../sequencer/sequencer.ts';
import type { StoreReader } from '../store/store.ts';
import { PlanBook } from './plan-book.ts';
import { PlanMarket } from './plan-market.ts';
import { PlanRunner } from './plan-runner.ts';
import type { RunParts } from './run-plan.ts';

interface OpeningParts {
  readonly store: StoreReader;
  readonly ledger: Ledger;
  readonly feed: MarketFeed;
  readonly turns: Pick<MarketTurns, 'cursorMs'>;
  readonly sequencer: Pick<Sequencer, 'submit' | 'fail'>;
  readonly protection: Pick<Protection, 'guards'>;
}

/** Auto-invest plans: what is kept of them, and who buys for them. */
export interface Invest {
  readonly parts: RunParts;
  readonly runner: PlanRunner;
}

/** Reads the plans. Nothing is bought before the runner looks. */
export async function openInvest({ store, ledger, feed, turns, sequencer, protection }: OpeningParts): Promise<Invest> {
  const parts: RunParts = {
    ledger,
    feed,
    plans: await PlanBook.open(store),
    market: new PlanMarket(feed),
    isStopped: (userId) => stoppedBy(protection.guards, userId) !== undefined,
  };
  return { parts, runner: new PlanRunner({ ...parts, turns, sequencer }) };
}
