import { createHash } from 'node:crypto';
import { folderPrint } from './market/keep-word.ts';
import { DEFAULT_EXCHANGE } from './market/open-feed.ts';
import type { Sequencer } from './sequencer/sequencer.ts';
import type { ExchangeSettings } from './settings.ts';
import type { StoreReader } from './store/store.ts';
import { keptMarks, MARKS, type StoreMark, textOf } from './store/store-marks.ts';

const MARK_CHARACTERS = 22;

type MarketSettings = Pick<
  ExchangeSettings,
  'STORE_URL' | 'MARKET_FEED' | 'MARKET_SEED' | 'MARKET_EXCHANGE' | 'MARKET_RECORDER' | 'MARKET_DATA'
>;

/**
 * What every exchange on a store must have as the one that made it. The market of any store: bots that meet another one's prices in one
 * moment trade at once what nobody asked them to. The files of recorded prices, and `keys` by the names of their files, of a store that several hosts share:
 * on one machine files may grow, and what a lost key costs is said where it is made anew.
 */
export function marksOf(settings: MarketSettings, keys: Readonly<Record<string, Uint8Array>>): readonly StoreMark[] {
  const { MARKET_FEED: feed, MARKET_SEED: seed, MARKET_DATA: folder, STORE_URL } = settings;
  const market = { MARKET_FEED: feed, MARKET_SEED: seed, ...exchangeOf(settings) };
  if (STORE_URL === undefined) return ofMarket(market);
  const isRecorded = feed === 'history' && folder !== undefined;
  const files: Record<string, string> = isRecorded ? { MARKET_DATA: folderPrint(folder) } : {};
  const ofKeys = Object.entries(keys).map(([name, key]) => ({ name, value: hashOf(name, key), isKey: true }));
  return [...ofMarket({ ...market, ...files }), ...ofKeys];
}

/** Leaves those that the store does not know yet, for whoever comes next; the others must be the same (assertSameMarks). */
export async function leaveMarks(
  store: Pick<StoreReader, 'all'>,
  sequencer: Pick<Sequencer, 'submit'>,
  marks: readonly StoreMark[],
): Promise<void> {
  const kept = await keptMarks(store);
  const missing = marks.filter(({ name }) => !kept.has(name));
  if (missing.length === 0) return;
  await sequencer.submit((tx) => {
    for (const mark of missing) tx.put(MARKS, mark.name, textOf(mark));
  });
}

/** Of a recorder's prices it is the recorder's to say whose they are. */
function exchangeOf({ MARKET_FEED, MARKET_RECORDER, MARKET_EXCHANGE }: MarketSettings): Record<string, string> {
  const isWatched = MARKET_FEED === 'live' && MARKET_RECORDER === undefined;
  return isWatched ? { MARKET_EXCHANGE: MARKET_EXCHANGE ?? DEFAULT_EXCHANGE } : {};
}

function ofMarket(settings: Readonly<Record<string, string>>): StoreMark[] {
  return Object.entries(settings).map(([name, value]) => ({ name, value, isKey: false }));
}

/** Nobody gets back from it to the key. */
function hashOf(name: string, key: Uint8Array): string {
  return createHash('sha256').update(`${name} `).update(key).digest('base64url').slice(0, MARK_CHARACTERS);
}
