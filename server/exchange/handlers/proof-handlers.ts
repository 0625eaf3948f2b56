import type { ProofReply, ProofResult } from '#lib/contract/proof-calls.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { toSeconds } from '../bots/journal-rows.ts';
import type { Handlers } from '../http/handler.ts';
import { signedIn } from '../http/handler.ts';
import type { JobState } from '../proofs/proof-jobs.ts';
import type { ProofRunner } from '../proofs/proof-runner.ts';
import type { ProofOutcome } from '../proofs/proof-shape.ts';
import { busy, ok, refuse } from '../replies/reply.ts';
import { askerOf } from '../surroundings/asker.ts';
import type { Sight } from '../views/visibility.ts';
import { type HandlerParts, isRefusal, ownBot, ownSeenBot } from './bot-parts.ts';

export interface ProofParts extends Pick<HandlerParts, 'book'> {
  readonly proofs: ProofRunner;
}

type ProofCall = 'startProof' | 'proof' | 'cancelProof';

/** Proofs of a bot, for its owner alone. Nothing of them is on the disk. */
export function proofHandlers({ book, proofs }: ProofParts): Pick<Handlers, ProofCall> {
  return {
    startProof: async (request) => {
      const bot = await ownBot(book, request, request.path.id);
      if (isRefusal(bot)) return bot;
      const asked = proofs.ask(bot.record.id, signedIn(request).id, askerOf(request));
      if (asked === 'own') return refuse(CODE.conflict, 'proof-running');
      return asked === 'full' ? busy() : ok({ strategy_id: bot.record.id });
    },
    proof: async (request) => {
      const seen = await ownSeenBot(book, request, request.path.id);
      if (isRefusal(seen)) return { code: seen.code, message: seen.message };
      return ok(proofView(proofs.stateOf(seen.bot.record.id), seen.sight));
    },
    cancelProof: async (request) => {
      const bot = await ownBot(book, request, request.path.id);
      if (isRefusal(bot)) return bot;
      const { id } = bot.record;
      return proofs.cancel(id) ? ok({ strategy_id: id }) : refuse(CODE.conflict, 'proof-over');
    },
  };
}

function proofView(state: JobState<ProofOutcome | null> | null, sight: Sight): ProofReply {
  if (state === null) return { status: 'none', progress: 0, result: null };
  const { status, progress } = state;
  if (state.status !== 'done') return { status, progress, result: null };
  return {
    status,
    progress,
    result: resultView(state.outcome ?? NO_TAPE, state.tookMs, sight, state.outcome === null),
  };
}

const NO_TAPE: ProofOutcome = {
  calls: 0,
  fills: 0,
  changes: 0,
  fromMs: 0,
  toMs: 0,
  isWhole: false,
  difference: null,
  prices: { checked: 0, unknown: 0, outside: 0, first: null },
};

function resultView(outcome: ProofOutcome, tookMs: number, sight: Sight, hasNoTape: boolean): ProofResult {
  const { calls, fills, changes, fromMs, toMs, isWhole, difference, prices } = outcome;
  const { first, ...counts } = prices;
  return {
    outcome: hasNoTape ? 'no-tape' : difference === null ? 'equal' : 'different',
    calls,
    owner_calls: changes,
    fills,
    from: toSeconds(fromMs),
    to: toSeconds(toMs),
    is_whole: isWhole,
    took_ms: Math.round(tookMs),
    difference:
      difference === null
        ? null
        : {
            kind: difference.kind,
            fill: difference.fill,
            time: toSeconds(difference.timeMs),
            fields: difference.fields.filter(({ field }) => isSeen(field, sight)),
          },
    prices: { ...counts, first: first === null ? null : viewOfPrice(first) },
  };
}

/** Orders that rest are plans, which a copier of a closed bot does not see (H54); all else is of what was executed. */
function isSeen(field: string, { trades, plans }: Sight): boolean {
  return trades === 'whole' && (plans || field !== 'orders');
}

function viewOfPrice({ timeMs, ...price }: NonNullable<ProofOutcome['prices']['first']>) {
  return { ...price, time: toSeconds(timeMs) };
}
