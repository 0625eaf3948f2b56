import { isRecord } from '#lib/contract/is-record.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { parseAmount } from '#lib/money/amount.ts';
import type { AccountRefusal, UpstreamEndpointName } from '../http/handler.ts';
import { refuse } from '../replies/reply.ts';
import { figureOf } from './judge.ts';
import type { Crossing, ProtectionBook } from './protection-book.ts';

/** Calls that make a bot, set one going again or put money into one, and orders that bind money for days. */
const BEGINNINGS: ReadonlySet<UpstreamEndpointName> = new Set([
  'createGrid',
  'runStrategy',
  'batchRun',
  'followGrid',
  'followStrategy',
  'continueGrid',
  'startStrategy',
  'increaseBalance',
  'increaseGridBalance',
  'updateGrid',
  'createPlan',
  'resumePlan',
  'subscribeDual',
]);

/** Why an account begins nothing now: a limit of it was reached that stops more than warnings do. Null: it may. */
export function creationGate(guards: Pick<ProtectionBook, 'of'>): AccountRefusal {
  return (call, userId, body) => {
    if (!BEGINNINGS.has(call) && !(call === 'changeGridParams' && putsMoneyIn(body))) return null;
    const crossing = stoppedBy(guards, userId);
    if (crossing === undefined) return null;
    const { limit, asset, most } = crossing;
    return refuse(CODE.conflict, `protection-${limit}`, { limit: figureOf(limit, most), asset });
  };
}

/** The limit that an account has reached under which it begins nothing. */
export function stoppedBy(guards: Pick<ProtectionBook, 'of'>, userId: number): Crossing | undefined {
  return guards.of(userId).crossings.find(({ action }) => action !== 'warn');
}

function putsMoneyIn(body: unknown): boolean {
  const money = isRecord(body) ? body.money : '';
  return typeof money === 'string' && (parseAmount(money) ?? 0n) > 0n;
}
