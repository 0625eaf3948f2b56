import { z } from 'zod';

/**
 * What a recorder is asked, by paths:
 *   GET /markets            RecorderMarkets
 *   GET /tape/<file>        a file of the tape as it is; 404 when there is none
 *   GET /after/<run>/<n>    RecorderNews: what was recorded after the n-th batch, as soon as there is some; 410 = read the tape again
 *   GET /book/<market>      RecorderBook; 404 until it has been fetched
 */
export const RECORDER_MARKETS = z.object({
  /** Whose prices they are. */
  exchange: z.string().min(1),
  /** Of this run of the recorder; batches are counted anew in the next. */
  run: z.string().min(1),
  /** The last batch that its tape has. */
  last: z.number().int().min(0),
  markets: z.array(z.string()),
});

/** Batches in their order, `last` the number of the last one: text by the name of the tape's file that it stands in. */
export const RECORDER_NEWS = z.object({
  last: z.number().int().min(0),
  batches: z.array(z.record(z.string(), z.string())),
});

const level = z.tuple([z.number().positive(), z.number().positive()]);
/** Best first; `timeMs` = when the recorder fetched it. */
export const RECORDER_BOOK = z.object({ timeMs: z.number().int(), bids: z.array(level), asks: z.array(level) });

/** Longest that a question for what comes next is kept waiting, ms. */
export const NEWS_WAIT_MS = 10_000;
