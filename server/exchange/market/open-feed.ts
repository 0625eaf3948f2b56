import type { Log } from '../../log/log.ts';
import type { KeptKeys } from '../../tls/key-files.ts';
import { openCcxtSource } from './ccxt-source.ts';
import type { MarketFeed } from './feed.ts';
import { hashText } from './hash-random.ts';
import { loadHistoryFeed } from './history.ts';
import { createLiveFeed } from './live.ts';
import type { LiveIntake } from './live-intake.ts';
import { recordedIntake } from './recorded-intake.ts';
import { recorderAt } from './recorder-client.ts';
import { createSimulatedFeed } from './simulated.ts';
import { watchingIntake } from './watching-intake.ts';

/** The exchange whose field names and decimals the product shares. */
export const DEFAULT_EXCHANGE = 'gate';

export interface FeedChoice {
  /** MARKET_FEED. */
  readonly feed: 'simulated' | 'history' | 'live';
  /** MARKET_DATA: the folder of candle files; needed by `history`. */
  readonly marketData?: string | undefined;
  /** DATA_DIR: `live` keeps its tape there. */
  readonly dataDir: string;
  /** MARKET_EXCHANGE: id of a ccxt exchange that `live` watches; gate when it is not set. */
  readonly exchange?: string | undefined;
  /** MARKET_RECORDER: address of the recorder that `live` follows instead of watching an exchange itself. */
  readonly recorder?: string | undefined;
  /** What this process shows a recorder on another machine; asked where there is one. */
  readonly keys?: () => KeptKeys | null;
  /** MARKET_SEED. */
  readonly seed: string;
  /** The clock. */
  readonly nowMs: () => number;
  readonly log: Log;
}

/** The feed that the operator chose, opened: prices of now are known. Throws a sentence that names what is wrong. */
export async function openFeed(choice: FeedChoice): Promise<MarketFeed> {
  const feed = await makeFeed(choice);
  await feed.open(choice.nowMs());
  choice.log.info('market feed open', { feed: feed.name, markets: feed.specs.map((spec) => spec.market) });
  return feed;
}

async function makeFeed(choice: FeedChoice): Promise<MarketFeed> {
  if (choice.feed === 'simulated') return createSimulatedFeed({ seed: choice.seed });
  if (choice.feed === 'history') {
    if (choice.marketData === undefined)
      throw new Error('MARKET_FEED=history needs MARKET_DATA=<folder of candle files>');
    return loadHistoryFeed({ folder: choice.marketData, seed: choice.seed });
  }
  return createLiveFeed({ intake: await openIntake(choice), seed: hashText(choice.seed) });
}

/** A recorder's where there is one: then nothing else asks the exchange. */
async function openIntake({ recorder, keys, exchange, dataDir, nowMs, log }: FeedChoice): Promise<LiveIntake> {
  if (recorder !== undefined) return recordedIntake({ ask: recorderAt(recorder, keys?.() ?? null), nowMs, log });
  const source = await openCcxtSource({ id: exchange ?? DEFAULT_EXCHANGE });
  return watchingIntake({ source, dataDir, nowMs, log });
}
