import type { ProtectionLimits } from '#lib/contract/protection-calls.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { toSeconds } from '../bots/journal-rows.ts';
import { type ExchangeRequest, type Handlers, type Reply, signedIn } from '../http/handler.ts';
import { busy, ok, refuse, refuseField } from '../replies/reply.ts';
import { oneAtATime } from '../surroundings/one-at-a-time.ts';
import { giveWay } from '../surroundings/turn-time.ts';
import { type AccountEnd, endOf } from './account-ends.ts';
import { seenAccount } from './account-look.ts';
import { decide, rearmed, withLimits } from './decide.ts';
import { notOfferedTo, type Protection } from './protection.ts';
import { endsView, protectionView, standingView } from './protection-view.ts';
import { readLimits } from './read-limits.ts';

export interface ProtectionHandlerParts {
  readonly protection: Protection;
}

type ProtectionCall = 'protection' | 'saveProtection' | 'rearmProtection' | 'tryProtection';

/** Copies of bots that are ended between two looks at what came in. */
const ENDS_A_PIECE = 5;

/** Limits of the account of who asks: nobody else's. */
export function protectionHandlers({ protection }: ProtectionHandlerParts): Pick<Handlers, ProtectionCall> {
  const lane = oneAtATime();
  const view = (userId: number) => ok(viewOf(protection, userId));
  return {
    protection: (request) => view(signedIn(request).id),
    saveProtection: (request) => save(protection, request),
    rearmProtection: async (request) => {
      const { guards, watch } = protection;
      const { id: userId } = signedIn(request);
      const { limit } = request.body;
      const reply = await request.transact((tx) => {
        const guard = guards.of(userId);
        if (guard.limits[limit] === null) return refuseField('limit', 'protection-unset');
        guards.put(tx, userId, rearmed(guard, limit));
        return view(userId);
      });
      if (reply.code !== CODE.ok) return reply;
      await watch.lookAt(userId);
      return view(userId);
    },
    tryProtection: (request) => {
      const limits = readLimits(protection.parts.feed, request.body);
      if ('code' in limits) return limits;
      const { id } = signedIn(request);
      return lane(id, () => tried(protection, id, limits));
    },
  };
}

function viewOf({ guards, watch, parts }: Protection, userId: number) {
  const left = parts.book.runningOf(userId).length;
  return protectionView(guards.of(userId), watch.lastLook(userId), { left, notOffered: notOfferedTo(parts, userId) });
}

async function save(
  protection: Protection,
  request: ExchangeRequest<'saveProtection'>,
): Promise<Reply<'saveProtection'>> {
  const { guards, watch, parts } = protection;
  const { id: userId } = signedIn(request);
  const why = notOfferedTo(parts, userId);
  if (why !== '') return refuse(CODE.forbidden, why);
  const limits = readLimits(parts.feed, request.body);
  if ('code' in limits) return limits;
  const reply = await request.transact((tx) => {
    const guard = guards.of(userId);
    if (guard.version !== request.body.version) return refuse(CODE.conflict, 'protection-stale');
    guards.put(tx, userId, withLimits(guard, limits));
    return ok(viewOf(protection, userId));
  });
  if (reply.code !== CODE.ok) return reply;
  // What is reached already is decided at once, and told with the answer.
  await watch.lookAt(userId);
  return ok(viewOf(protection, userId));
}

/** What limits would do now, by the judge and by the plan that do it. */
async function tried(
  protection: Protection,
  userId: number,
  limits: ProtectionLimits,
): Promise<Reply<'tryProtection'>> {
  const { parts } = protection;
  const seen = await seenAccount(parts, userId, () => parts.clock.nowMs(), { hasExposures: true });
  if (seen === null) return busy();
  const { guard, standings } = decide({ ...seen.guard, limits }, seen);
  const ends: AccountEnd[] = [];
  const endsAny = limits.drawdown?.action === 'stop-all' || limits.exposure?.action === 'stop-all';
  if (endsAny) {
    for (const [index, { record }] of parts.book.runningOf(userId).entries()) {
      if (index > 0 && index % ENDS_A_PIECE === 0) await giveWay();
      const bot = parts.book.inMemory(record.id);
      if (bot !== undefined && bot.record.finishMs === null) ends.push(endOf(parts, bot));
    }
  }
  const isDue = standings.some(({ verdict, action }) => verdict === 'reached' && action === 'stop-all');
  const { equityUsdt } = seen.worth;
  return ok({
    time: toSeconds(seen.nowMs),
    equity: equityUsdt === null ? '' : formatAmount(equityUsdt),
    peak: guard.peak === null ? '' : formatAmount(guard.peak),
    standings: standings.map(standingView),
    ends: endsAny ? endsView(ends, isDue) : null,
  });
}
