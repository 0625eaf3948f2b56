import { z } from 'zod';
import { FINISH_REASONS } from '#lib/contract/bot-words.ts';
import { instrumentOf } from '#lib/money/market-spec.ts';
import type { Answer, JobBody } from '../jobs/job.ts';
import { NO_PRICES, type Reach } from '../jobs/reach.ts';
import type { MarketFeed } from '../market/feed.ts';
import { Fork, GATHERED, TAPE } from './fork.ts';
import type { ForkAnswer, ForkBegin, ForkOutcome, ForkTold, KnownThen } from './fork-shape.ts';

/** A fork as a worker is told of it; the tape it reads as it goes. */
export interface ForkJob extends JobBody {
  readonly type: 'fork';
  readonly begin: ForkBegin;
  /** Of every coin that profit may be counted in, what it was worth at the moment. */
  readonly valuations: Readonly<Record<string, KnownThen['valuation']>>;
}

export function forkJob(feed: Pick<MarketFeed, 'specs' | 'lastTicks'>, begin: ForkBegin): ForkJob {
  const valuations = feed.specs.flatMap((spec) => {
    const ticks = spec.quote === 'USDT' ? feed.lastTicks(spec.market, begin.timeMs) : null;
    return ticks === null ? [] : [[spec.base, { spec, ticks }] as const];
  });
  return { type: 'fork', prices: NO_PRICES, begin, valuations: Object.fromEntries(valuations) };
}

/** Forks a bot: its life is read, then its markets, and then both lives go on in them. */
export async function doFork(
  { begin, valuations }: ForkJob,
  reach: Reach,
  say: (answer: Answer, isLast: boolean) => void,
): Promise<void> {
  const outcome = await forked({ begin, valuations }, reach);
  say([JSON.stringify(outcome, (_name, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))], true);
}

async function forked(
  { begin, valuations }: Pick<ForkJob, 'begin' | 'valuations'>,
  reach: Reach,
): Promise<ForkOutcome> {
  const fork = new Fork(begin);
  /** Null: it has nothing to say but how far it is. */
  function tell(told: ForkTold): Exclude<ForkAnswer, { readonly progress: number }> | null {
    const answer = fork.answer(told);
    if (!('progress' in answer)) return answer;
    reach.onProgress(answer.progress);
    return null;
  }

  for await (const rows of reach.rows('tape')) tell({ do: 'tape', rows });
  const needed = tell({ do: 'need' });
  if (needed === null || !('need' in needed)) return outcomeOf(needed);
  const { markets: specs, fromMs, toMs, withVolumes, asset } = needed.need;
  const need = { instruments: specs.map(instrumentOf), fromMs, toMs };
  const all = await reach.prices([need], { from: TAPE, to: GATHERED });
  const markets = withVolumes ? all : withoutVolumes(all);
  let said = tell({ do: 'set', known: { markets, valuation: valuations[asset] ?? null } });
  while (said === null) said = tell({ do: 'ride' });
  return outcomeOf(said);
}

/** Where no condition looks at them. */
function withoutVolumes(markets: KnownThen['markets']): KnownThen['markets'] {
  const without = Object.entries(markets).map(([instrument, { candles, ...rest }]) => {
    const { volume: _volume, ...prices } = candles;
    return [instrument, { ...rest, candles: prices }] as const;
  });
  return Object.fromEntries(without);
}

function outcomeOf(answer: ForkAnswer | null): ForkOutcome {
  if (answer === null || !('outcome' in answer)) throw new Error('a fork without an outcome');
  return answer.outcome;
}

/** As many digits as there are amounts of: reading a million of them would hold the market for seconds. */
const units = z
  .string()
  .regex(/^-?\d{1,60}$/)
  .transform(BigInt);
const count = z.number().int().min(0);
const side = z.object({
  equity: units,
  profit: units,
  fall: z.number(),
  fills: count,
  fees: units,
  finish: z.object({ reason: z.enum(FINISH_REASONS), timeMs: z.number() }).nullable(),
  later: z.object({ made: count, refused: count, held: count }),
});
const refusal = z.object({
  code: z.number().int(),
  message: z.string(),
  data: z
    .object({
      field: z.string().optional(),
      issue: z.string().optional(),
      values: z.record(z.string(), z.string()).optional(),
    })
    .optional(),
  require_fundpass: z.boolean().optional(),
});
const shape = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('gap'),
    gap: z.enum(['no-tape', 'tape-full', 'off-tape', 'not-begun', 'over', 'unkept', 'no-candles']),
    knownFromMs: z.number().nullable(),
  }),
  z.object({ type: z.literal('refused'), timeMs: z.number(), refusal }),
  z.object({
    type: z.literal('compared'),
    result: z.object({
      timeMs: z.number(),
      toMs: z.number(),
      asset: z.string(),
      was: z.record(z.string(), z.string()),
      life: side,
      fork: side,
      real: units.nullable(),
      unknownMinutes: count,
      isTapeFull: z.boolean(),
      points: z.array(z.object({ timeMs: z.number(), life: units, fork: units })),
    }),
  }),
]);

/** Reads what a worker says. Throws on what no worker of this program writes. */
export function readFork([line = '']: Answer): ForkOutcome {
  return shape.parse(JSON.parse(line));
}
