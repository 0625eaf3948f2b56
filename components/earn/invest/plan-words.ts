import type { PlanReason, PlanStatus } from '#lib/contract/auto-invest-words.ts';
import { PLAN_STATUS } from '#lib/contract/auto-invest-words.ts';
import type { ReplyOf } from '#lib/contract/contract.ts';

export type PlanRow = NonNullable<ReplyOf<'autoInvestPlans'>['data']>['list'][number];
export type PlanDetail = NonNullable<ReplyOf<'autoInvestPlanDetail'>['data']>;

/** What each list asks for; the closed ones stand with history. */
export const STATUS_OF_LIST = { active: '1', inactive: '2', history: '4' } as const;

/** The version of a row that is history: its address names it (E-012). */
export function pastVersionOf({ status, plan_version }: Pick<PlanRow, 'status' | 'plan_version'>): number | undefined {
  return status === PLAN_STATUS.history ? plan_version : undefined;
}

/** What can be done with a row (X35): nothing with a plan that runs, else its detail, and redemption where there is something to redeem or the plan is closed. */
export function rowActions({ status, cum_hold: held }: Pick<PlanRow, 'status' | 'cum_hold'>) {
  const isRunning = status === PLAN_STATUS.active;
  return { hasActions: !isRunning, canRedeem: !isRunning && (status === PLAN_STATUS.closed || /[1-9]/.test(held)) };
}

export const STATUS_TONES: Readonly<Record<PlanStatus, 'rise' | 'neutral'>> = {
  1: 'rise',
  2: 'neutral',
  3: 'neutral',
  4: 'neutral',
};

/** A reason that there is something to say of. */
export function isReason(reason: PlanReason): reason is Exclude<PlanReason, ''> {
  return reason !== '';
}
