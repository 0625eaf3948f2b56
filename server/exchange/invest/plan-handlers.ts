import { PLANS_A_PAGE } from '#lib/contract/auto-invest-words.ts';
import type { ParsedQueryOf } from '#lib/contract/contract.ts';
import { pageOf, sliceOfPage } from '#lib/contract/paging.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { minuteFrom } from '#lib/engine/minute-boundary.ts';
import { utcCalendar } from '#lib/formulas/schedule.ts';
import { MINUTE_MS } from '#lib/time/durations.ts';
import type { MarketTurns } from '../bots/market-turns.ts';
import { type ExchangeRequest, type Handlers, type Reply, signedIn } from '../http/handler.ts';
import { okEarn, type Refusal, refuse, refuseField } from '../replies/reply.ts';
import type { Tx } from '../sequencer/sequencer.ts';
import type { StoreReader } from '../store/store.ts';
import { checkPlan, editedPlan, isSameCoins } from './check-plan.ts';
import type { Plan, PlanVersion } from './plan.ts';
import { EMPTY_BOOKS } from './plan-books.ts';
import { planDetail } from './plan-detail.ts';
import { createdMs, type PlanEntry, planRow, sortFigure, statusOf } from './plan-view.ts';
import { redeemPlan } from './redeem-plan.ts';
import { leaveDates, type RunParts, withNextDate } from './run-plan.ts';

type PlanCall =
  | 'autoInvestPlans'
  | 'autoInvestPlanDetail'
  | 'createPlan'
  | 'editPlan'
  | 'pausePlan'
  | 'resumePlan'
  | 'endPlan'
  | 'redeemPlan';

export interface PlanHandlerParts {
  readonly invest: RunParts;
  readonly turns: Pick<MarketTurns, 'cursorMs'>;
  readonly store: StoreReader;
}

/** Plans of one account that are not closed, and all that it ever made; versions of one plan. Each stays readable for ever. */
const MOST_OPEN = 100;
const MOST_PLANS = 300;
const MOST_VERSIONS = 50;
/** Versions of before of all plans of an account: every one is in memory, and a list that has them all is put in order by what each gained. */
const MOST_PAST = 1_000;

/** Auto-invest plans of who asks: to everybody else they are unknown. */
export function planHandlers(parts: PlanHandlerParts): Pick<Handlers, PlanCall> {
  return {
    autoInvestPlans: (request) => listed(parts, request),
    autoInvestPlanDetail: (request) => detailed(parts, request),
    createPlan: (request) => created(parts, request),
    editPlan: (request) => edited(parts, request),
    pausePlan: (request) => request.transact(changing(parts, request, paused)),
    resumePlan: (request) => request.transact(changing(parts, request, resumed)),
    endPlan: (request) => request.transact(changing(parts, request, ended)),
    redeemPlan: (request) => redeemed(parts, request),
  };
}

const UNKNOWN = refuse(CODE.unknown, 'plan-unknown');

/** The plan of the trader who asks; looked up again in the turn that changes it. */
function ownPlan({ invest }: PlanHandlerParts, userId: number, id: number): Plan | undefined {
  const plan = invest.plans.get(id);
  return plan?.ownerId === userId ? plan : undefined;
}

function versionOf({ invest }: PlanHandlerParts, plan: Plan, version = plan.present.version): PlanVersion | undefined {
  if (version === plan.present.version) return plan.present;
  return invest.plans.past(plan.id).find((one) => one.version === version);
}

const ACTIVE = '1';
/** Closed ones have no list of their own: they stand with the versions of before (E-140). */
const WITH_CLOSED = '4';

function listed(parts: PlanHandlerParts, request: ExchangeRequest<'autoInvestPlans'>): Reply<'autoInvestPlans'> {
  const { query, nowMs } = request;
  const { plans } = parts.invest;
  const asked = query.status ?? ACTIVE;
  const own = plans.ofOwner(signedIn(request).id).flatMap((plan): PlanEntry[] => {
    const entries = [plan.present, ...(asked === WITH_CLOSED ? plans.past(plan.id) : [])];
    return entries.map((version) => ({ plan, version }));
  });
  const shown = own.filter((entry) => {
    const status = `${statusOf(entry)}`;
    return status === asked || (asked === WITH_CLOSED && status === '3');
  });
  const page = pageOf({ ...query, page_size: query.page_size ?? query.pageSize ?? PLANS_A_PAGE });
  const rows = sliceOfPage(inOrder(parts, shown, query, nowMs), page);
  return okEarn({ list: rows.map((entry) => planRow(parts.invest, entry, nowMs)), total: shown.length });
}

/** By a column, what is not known last; without one the newest first. */
function inOrder(
  { invest }: PlanHandlerParts,
  entries: readonly PlanEntry[],
  { sort_column: column, sort_type: type = 'asc' }: ParsedQueryOf<'autoInvestPlans'>,
  nowMs: number,
): readonly PlanEntry[] {
  const newest = entries.toSorted(
    (a, b) => createdMs(b) - createdMs(a) || b.plan.id - a.plan.id || b.version.version - a.version.version,
  );
  if (column === undefined) return newest;
  const figures = new Map(newest.map((entry) => [entry, sortFigure(invest, entry, column, nowMs)]));
  const sign = type === 'asc' ? 1 : -1;
  return newest.sort((a, b) => {
    const [one, other] = [figures.get(a) ?? null, figures.get(b) ?? null];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return one === other ? 0 : one < other ? -sign : sign;
  });
}

async function detailed(
  parts: PlanHandlerParts,
  request: ExchangeRequest<'autoInvestPlanDetail'>,
): Promise<Reply<'autoInvestPlanDetail'>> {
  const { query, nowMs } = request;
  const plan = ownPlan(parts, signedIn(request).id, Number(query.id));
  const version = plan === undefined ? undefined : versionOf(parts, plan, query.version);
  if (plan === undefined || version === undefined) return UNKNOWN;
  const page = pageOf({ ...query, page_size: query.page_size ?? query.pageSize ?? PLANS_A_PAGE });
  const { invest, store } = parts;
  return okEarn(await planDetail({ ...invest, store }, { plan, version }, page, nowMs));
}

const FIRST_VERSION = 1;
const SECOND_MS = 1_000;
const LATEST_MS = Date.UTC(9_999, 11, 31);

async function created(parts: PlanHandlerParts, request: ExchangeRequest<'createPlan'>): Promise<Reply<'createPlan'>> {
  const { body, nowMs } = request;
  const ownerId = signedIn(request).id;
  const { plans, feed } = parts.invest;
  const checked = checkPlan(feed, body, nowMs);
  if ('code' in checked) return checked;
  const saidMs = body.first_time * SECOND_MS;
  // Beyond it no calendar goes, and no screen could write the date.
  if (saidMs !== minuteFrom(saidMs) || saidMs > LATEST_MS) return refuseField('first_time', 'moment.format');
  return request.transact((tx) => {
    const own = plans.ofOwner(ownerId);
    const open = own.filter(({ state }) => state !== 'closed').length;
    if (open >= MOST_OPEN) return refuse(CODE.conflict, 'too-many-plans', { max: `${MOST_OPEN}` });
    if (own.length >= MOST_PLANS) return refuse(CODE.conflict, 'too-many-plans', { max: `${MOST_PLANS}` });
    // At once is the minute that the market is in: its date has come.
    const atOnceMs = Math.floor(Math.max(parts.turns.cursorMs, 0) / MINUTE_MS) * MINUTE_MS;
    const terms = { ...checked.terms, firstMs: saidMs === 0 ? atOnceMs : saidMs };
    const present = { version: FIRST_VERSION, terms, fromMs: tx.nowMs, untilMs: null, books: EMPTY_BOOKS };
    const dueMs = saidMs === 0 ? atOnceMs : utcCalendar(terms.every, terms.firstMs, tx.nowMs);
    const plan: Plan = {
      ...{ id: plans.nextId(), ownerId, name: checked.name, createMs: tx.nowMs },
      ...{ state: 'active', dueMs, present },
    };
    plans.put(tx, plan);
    return doneWith(plan);
  });
}

function doneWith({ id, present }: Plan) {
  return okEarn({ plan_id: id, plan_version: present.version });
}

/** Another version from now on. Its next date is the one that was to come; as often as before, its dates go on counting from the same first one. */
async function edited(parts: PlanHandlerParts, request: ExchangeRequest<'editPlan'>): Promise<Reply<'editPlan'>> {
  const { body, nowMs } = request;
  const { plans, feed } = parts.invest;
  const userId = signedIn(request).id;
  const known = ownPlan(parts, userId, body.plan_id);
  if (known === undefined) return UNKNOWN;
  const checked = editedPlan(feed, known, body, nowMs);
  if ('code' in checked) return checked;
  return request.transact((tx) => {
    const plan = ownPlan(parts, userId, body.plan_id);
    if (plan === undefined) return UNKNOWN;
    const { present } = plan;
    if (plan.state === 'closed') return refuse(CODE.conflict, 'plan-closed');
    if (present.version !== body.version) return refuse(CODE.conflict, 'plan-changed');
    if (present.version >= MOST_VERSIONS)
      return refuse(CODE.conflict, 'too-many-versions', { max: `${MOST_VERSIONS}` });
    const past = plans.ofOwner(userId).reduce((sum, one) => sum + plans.past(one.id).length, 0);
    if (past >= MOST_PAST) return refuse(CODE.conflict, 'too-many-versions-of-all', { max: `${MOST_PAST}` });
    const nextMs = plan.dueMs ?? utcCalendar(present.terms.every, present.terms.firstMs, tx.nowMs);
    const firstMs = checked.terms.every === present.terms.every ? present.terms.firstMs : nextMs;
    const terms = { ...checked.terms, firstMs };
    if (isSameTerms(terms, present.terms)) return refuse(CODE.conflict, 'change-nothing');
    const version = present.version + 1;
    plans.putPast(tx, plan.id, { ...present, untilMs: tx.nowMs });
    const next = { version, terms, fromMs: tx.nowMs, untilMs: null, books: EMPTY_BOOKS };
    plans.put(tx, { ...plan, present: next });
    return doneWith({ ...plan, present: next });
  });
}

function isSameTerms(a: PlanVersion['terms'], b: PlanVersion['terms']): boolean {
  return a.amount === b.amount && a.every === b.every && isSameCoins(a.coins, b.coins);
}

/** What an owner makes of a plan without moving money; or why not. */
type Change = (plan: Plan, nowMs: number) => Plan | Refusal;

const paused: Change = (plan) =>
  plan.state === 'active' ? { ...plan, state: 'paused', dueMs: null } : refuse(CODE.conflict, 'plan-not-running');

const resumed: Change = (plan, nowMs) =>
  plan.state === 'paused'
    ? withNextDate({ ...plan, state: 'active' }, nowMs)
    : refuse(CODE.conflict, 'plan-not-paused');

const ended: Change = (plan) =>
  plan.state === 'closed' ? refuse(CODE.conflict, 'plan-closed') : { ...plan, state: 'closed', dueMs: null };

/** The command that makes the change. */
function changing(
  parts: PlanHandlerParts,
  request: Pick<ExchangeRequest<'pausePlan'>, 'user' | 'body'>,
  change: Change,
) {
  const userId = signedIn(request).id;
  const { plan_id: id } = request.body;
  return (tx: Tx) => {
    const plan = ownPlan(parts, userId, id);
    if (plan === undefined) return UNKNOWN;
    const atMs = Math.max(tx.nowMs, parts.turns.cursorMs);
    const after = change(plan, atMs);
    if ('code' in after) return after;
    if (after.dueMs === null) leaveDates(tx, plan, atMs);
    parts.invest.plans.put(tx, after);
    return doneWith(after);
  };
}

async function redeemed(parts: PlanHandlerParts, request: ExchangeRequest<'redeemPlan'>): Promise<Reply<'redeemPlan'>> {
  const { plan_id: id, version: asked, way = 'coins' } = request.body;
  const userId = signedIn(request).id;
  if (ownPlan(parts, userId, id) === undefined) return UNKNOWN;
  return request.transact((tx) => {
    const plan = ownPlan(parts, userId, id);
    const version = plan === undefined ? undefined : versionOf(parts, plan, asked);
    if (plan === undefined || version === undefined) return UNKNOWN;
    return redeemPlan(parts.invest, tx, plan, version, way, parts.turns.cursorMs) ?? okEarn({});
  });
}
