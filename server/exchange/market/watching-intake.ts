import { join } from 'node:path';
import type { Log } from '../../log/log.ts';
import { type LiveIntake, rememberTape } from './live-intake.ts';
import { createLivePoller, type LivePoller } from './live-poller.ts';
import type { LiveSource } from './live-source.ts';
import { openTape, readTapeFile, type TapeBatch } from './live-tape.ts';

const POLL_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** Where the tape is. Point MARKET_FEED=history MARKET_DATA at this folder to replay it. */
export function tapeFolder(dataDir: string): string {
  return join(dataDir, 'tape');
}

/** Watches an exchange through `source` and records what it sees to the tape of `dataDir`; `onWritten` hears of what was recorded. */
export async function watchingIntake(options: {
  readonly source: LiveSource;
  readonly dataDir: string;
  readonly nowMs: () => number;
  readonly log: Log;
  readonly onWritten?: (batch: TapeBatch) => void;
}): Promise<LiveIntake> {
  const { source, nowMs, log } = options;
  const folder = tapeFolder(options.dataDir);
  const tape = await openTape(folder, options.onWritten);
  let poller: LivePoller | null = null;
  return {
    exchange: source.exchange,
    pauseMs: POLL_MS,
    longestPauseMs: LONGEST_PAUSE_MS,
    tradedMarkets: source.fetchMarkets,
    async begin(markets) {
      for (const watched of markets) await rememberTape((name) => readTapeFile(folder, name), watched, nowMs());
      poller = createLivePoller({ source, tape, markets, nowMs, log });
      await poller.begin();
    },
    poll: async () => poller !== null && (await poller.poll()),
    async close() {
      await tape.flush();
      await source.close();
    },
  };
}
