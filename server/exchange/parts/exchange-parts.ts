import type { Log } from '../../log/log.ts';
import type { AccountDoor } from '../accounts/account-door.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { SecretHasher } from '../accounts/secret-hash.ts';
import type { FlowMeter, OpenFlows } from '../http/flow.ts';
import type { AccountRefusal, Handlers } from '../http/handler.ts';
import type { JobMeter, JobQueue } from '../jobs/job-queue.ts';
import type { DayReplies } from '../jobs/queue-source.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { CandleSource } from '../market/candle-source.ts';
import type { MarketFeed } from '../market/feed.ts';
import type { OutboundWays } from '../outbound/ways.ts';
import type { Sequencer } from '../sequencer/sequencer.ts';
import type { StoreReader } from '../store/store.ts';
import type { Clock } from '../surroundings/clock.ts';
import type { Random } from '../surroundings/random.ts';

/** What the parts of the exchange are given. main.ts puts them together; nobody makes a second one. */
export interface ExchangeParts {
  readonly store: StoreReader;
  readonly ledger: Ledger;
  readonly sequencer: Sequencer;
  readonly accounts: Accounts;
  readonly hasher: SecretHasher;
  readonly door: AccountDoor;
  readonly feed: MarketFeed;
  readonly candles: CandleSource;
  readonly clock: Clock;
  readonly log: Log;
  readonly random: Random;
  /** Progress for the person who waits (one line at a time, on the terminal). */
  readonly progress: (line: string) => void;
  /** Told after every market tick how long after its time the disk had it, ms. */
  readonly onTick?: (lateMs: number) => void;
  /** Counts what happens to event streams. */
  readonly flowMeter?: FlowMeter;
  /** Counts what happens to jobs. */
  readonly jobMeter?: JobMeter;
  /** PostgreSQL of the store, and the epoch of this opening: public lists are written there. Absent with SQLite, which nobody reads from elsewhere. */
  readonly lists?: { readonly url: string; readonly epoch: number };
  /** Ways out to traders. */
  readonly ways: OutboundWays;
  readonly settings: {
    /** Bots of the demo world that is made on first start; 0 = none. */
    readonly worldBots: number;
    /** Whether the demo account begins with bots and backtests of its own. */
    readonly demoBots: boolean;
    /** Days that the demo world looks back on. */
    readonly worldDays: number;
    /** Whether AI parameters are searched for, by the demo world's bots too. */
    readonly aiSearch: boolean;
    /** Whether typical bots are replayed, once a day. */
    readonly typicalReplays: boolean;
    /** Bots of one account that may end within an hour before no other is begun. */
    readonly finishedAnHour: number;
    /** Seed of the simulated market and of the demo world. */
    readonly seed: string;
    /** Whether jobs are done in this process: by default all, in reserve those that no other worker takes, or none. */
    readonly localWorker?: 'alone' | 'reserve' | 'none';
    /** Between two market ticks, ms. */
    readonly tickMs: number;
  };
}

/** The bots' side of the exchange (bots/bot-exchange.ts exports `openBotExchange(parts)` that resolves to one). */
export interface BotExchange {
  readonly handlers: Handlers;
  /** Event streams; and the last event of a trader, which whatever is read afterwards contains. */
  readonly events: OpenFlows & { lastOf(userId: number): string };
  /** Jobs for workers, and the days of prices that these ask for. */
  readonly jobs: JobQueue;
  readonly days: DayReplies;
  /** Why an account may not make this call now, besides the call's own rules: a limit of it was reached. Null: it may. */
  readonly refusal: AccountRefusal;
  /** How many bots have not ended. */
  running(): number;
  /** Makes the demo world when there is none, catches up on the market path, then starts ticking. */
  start(): Promise<void>;
  /** Finishes the tick under way and starts no other. */
  stop(): Promise<void>;
}
