import type { MarketTurns } from '../bots/market-turns.ts';
import type { EarnSource } from '../earn/earn-source.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { CandleSource } from '../market/candle-source.ts';
import type { MarketFeed } from '../market/feed.ts';
import { stoppedBy } from '../protection/creation-gate.ts';
import type { Protection } from '../protection/protection.ts';
import type { Sequencer } from '../sequencer/sequencer.ts';
import type { StoreReader } from '../store/store.ts';
import { PlanBook } from './plan-book.ts';
import { PlanClosings } from './plan-closings.ts';
import { PlanDayCloser } from './plan-day-closer.ts';
import { PlanMarket } from './plan-market.ts';
import { PlanRates } from './plan-rate.ts';
import { PlanRunner } from './plan-runner.ts';
import { planSource } from './plan-source.ts';
import type { RunParts } from './run-plan.ts';

interface OpeningParts {
  readonly store: StoreReader;
  readonly ledger: Ledger;
  readonly feed: MarketFeed;
  readonly candles: Pick<CandleSource, 'ask'>;
  readonly turns: Pick<MarketTurns, 'cursorMs'>;
  readonly sequencer: Pick<Sequencer, 'submit' | 'fail' | 'onDisk'>;
  readonly protection: Pick<Protection, 'guards'>;
}

/** Auto-invest plans: what is kept of them, who buys for them, who closes their days, and what is told of them elsewhere. */
export interface Invest {
  readonly parts: RunParts;
  readonly runner: PlanRunner;
  readonly closer: PlanDayCloser;
  readonly rates: PlanRates;
  readonly source: EarnSource;
}

/** Reads the plans. Nothing is bought before the runner looks. */
export async function openInvest({ store, ledger, feed, ...others }: OpeningParts): Promise<Invest> {
  const { candles, turns, sequencer, protection } = others;
  const parts: RunParts = {
    ledger,
    feed,
    plans: await PlanBook.open(store),
    market: new PlanMarket(feed),
    isStopped: (userId) => stoppedBy(protection.guards, userId) !== undefined,
  };
  const closings = await PlanClosings.open(store, parts.plans);
  const rates = new PlanRates({ feed, candles });
  return {
    parts,
    runner: new PlanRunner({ ...parts, turns, sequencer }),
    closer: new PlanDayCloser({ ...parts, closings, turns, sequencer }),
    rates,
    source: planSource({ ...parts, store, closings, turns, sequencer, rates }),
  };
}
