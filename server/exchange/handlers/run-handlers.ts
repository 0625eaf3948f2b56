import type { z } from 'zod';
import type { runStrategyBody } from '#lib/contract/create-bodies.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { PAIR_LIMITS } from '#lib/kinds/martingale/definition/values.ts';
import { type ExchangeRequest, type Handlers, signedIn } from '../http/handler.ts';
import { ok, type Refusal, refuseField } from '../replies/reply.ts';
import type { Tx } from '../sequencer/sequencer.ts';
import { type CheckedOrder, checkOrder, placeBot, withGrade } from './bot-creation.ts';
import type { HandlerParts } from './bot-parts.ts';

type RunCall = 'runStrategy' | 'batchRun';
type RunBody = z.output<typeof runStrategyBody>;

/** Starts the bots that are no plain grids: one, or several at once of which each may fail for itself. */
export function runHandlers(parts: HandlerParts): Pick<Handlers, RunCall> {
  return {
    runStrategy: async (request) => {
      const order = await checkRun(parts, request.body, signedIn(request).id, request.nowMs);
      return 'code' in order ? order : request.transact((tx) => placeBot(parts, tx, order));
    },
    batchRun: (request) => batchRun(parts, request),
  };
}

async function checkRun(
  parts: HandlerParts,
  body: RunBody,
  userId: number,
  nowMs: number,
): Promise<CheckedOrder | Refusal> {
  const { fundpass: _fundpass, ...payload } = body;
  // Its strategy_type says that the payload is this kind's.
  const order = checkOrder(parts, body.strategy_type, payload, userId, nowMs);
  return 'code' in order ? order : withGrade(parts, order, nowMs);
}

/**
 * C-358: every bot of the list for itself. The reply tells of each what a single call would have answered: its code, the
 * issue as message, and the bot's id (0 for none). One command: one fund password, one reservation each; what some
 * cannot have does not keep the others from starting.
 */
async function batchRun(parts: HandlerParts, request: ExchangeRequest<'batchRun'>) {
  const { id } = signedIn(request);
  const wrong = checkPairs(request.body.bots.map(({ params }) => params.pair));
  if (wrong !== null) return refuseField('pairs', wrong);
  const checked = await Promise.all(
    request.body.bots.map(async (body) => ({
      bot: body.params.pair,
      order: await checkRun(parts, body, id, request.nowMs),
    })),
  );
  if (checked.every(({ order }) => 'code' in order)) {
    return ok(checked.map(({ bot, order }) => itemOf(bot, order as Refusal)));
  }
  return request.transact((tx: Tx) =>
    ok(checked.map(({ bot, order }) => itemOf(bot, 'code' in order ? order : placeBot(parts, tx, order)))),
  );
}

/** C-309: two to ten, each once – the reply tells the bots apart by their pairs. */
function checkPairs(pairs: readonly string[]): 'pairs.least' | 'pairs.most' | 'pairs.twice' | null {
  if (pairs.length < PAIR_LIMITS.least) return 'pairs.least';
  if (pairs.length > PAIR_LIMITS.most) return 'pairs.most';
  return new Set(pairs).size < pairs.length ? 'pairs.twice' : null;
}

type Placed = ReturnType<typeof placeBot>;

function itemOf(bot: string, reply: Placed) {
  if (reply.code === CODE.ok && reply.data !== undefined && 'strategy_id' in reply.data) {
    return { bot, code: CODE.ok, message: '', strategy_id: reply.data.strategy_id };
  }
  return { bot, code: reply.code, message: (reply as Refusal).data?.issue ?? '', strategy_id: 0 };
}
