import { z } from 'zod';
import {
  MOST_PLANS_A_PAGE,
  PLAN_PERIODS,
  PLAN_REASONS,
  PLAN_RESULTS,
  PLAN_SORTS,
  PLAN_STATUS,
  REDEEM_WAYS,
} from './auto-invest-words.ts';
import { needed, standIn } from './readings.ts';
import { wholeNumber } from './whole-number.ts';
import {
  acknowledged,
  asset,
  decimal,
  envelope,
  flagText,
  fundpass,
  id,
  idText,
  optionalRate,
  pageNumber,
  refusable,
  seconds,
  signedDecimal,
} from './wire.ts';

/** Auto-invest plans. Code 0 is success (X54). The list, the detail and the redemption are the documents'; the rest an upstream announces as `auto_invest`. */

const count = z.number().int().min(0);
const version = z.number().int().min(1).max(10_000);
const every = z.enum(PLAN_PERIODS);
const reason = standIn(z.enum(PLAN_REASONS), '');
const planId = z.object({ plan_id: id });
const pageSize = wholeNumber(1, MOST_PLANS_A_PAGE).optional();
/** Both spellings are accepted (X44). */
const pages = { page: pageNumber, page_size: pageSize, pageSize };
const status = z.literal(Object.values(PLAN_STATUS));

/** A coin and its percent of each purchase. */
const share = z.object({ asset, ratio: decimal });
const shares = z.array(share).max(20);

/** One version of a plan (E-108). Amounts are in `money`. */
const planRow = {
  id: needed(id),
  name: z.string(),
  status: needed(status),
  plan_version: needed(version),
  create_time: seconds,
  /** The coin that is paid with. */
  money: asset,
  /** Of each purchase. */
  amount: decimal,
  /** What its coins gained on the last whole UTC day; '' = not known. */
  yesterday_earnings: optionalRate,
  /** What the coins that it holds are worth, less what they cost; '' = not known. */
  position_gain: optionalRate,
  /** Purchases that were made. */
  period: count,
  /** Paid for all of them. */
  cumulative_amount: decimal,
  /** What the coins that are held cost; 0 = it holds none. */
  cum_hold: decimal,
  pie_info: shares,
  /** Ours: how often it buys, the next date (0 = none), and why the purchase of a date that has come is still to be made. */
  period_type: standIn(z.union([every, z.literal('')]), ''),
  next_time: standIn(seconds, 0),
  waits_for: reason,
};

const holding = z.object({
  asset,
  quantity: decimal,
  /** What it cost, fees of the purchases included. */
  cost: decimal,
  /** Cost of one. */
  average_price: decimal,
  /** '' = no price is known. */
  worth: z.union([z.literal(''), decimal]),
});

const execution = z.object({
  time: seconds,
  /** The date that it was for; 0 = none: a redemption. */
  due_time: seconds,
  result: z.enum(PLAN_RESULTS),
  reason,
  /** Dates that one row tells of: those that nobody was there for. */
  dates: z.number().int().min(1),
  /** Paid, or received by a sale. */
  amount: decimal,
  coins: z.array(
    z.object({
      asset,
      /** That came in or went out, after the fee. */
      quantity: decimal,
      price: z.union([z.literal(''), decimal]),
      amount: decimal,
      fee: decimal,
      fee_asset: z.union([z.literal(''), asset]),
      reason,
    }),
  ),
});

const planDetail = z.object({
  ...planRow,
  /** Ours from here on. */
  first_time: standIn(seconds, 0),
  /** Until when this version was the plan's; 0 = it still is. */
  until_time: standIn(seconds, 0),
  holdings: z.array(holding),
  /** The same money all at once, in the same shares, at the price of each coin's first purchase: what its coins would be worth now, less what was paid. */
  lump_sum: standIn(z.object({ gain: signedDecimal, rate: signedDecimal }).nullable(), null),
  /** Gain of the plan on all that it paid, redeemed coins at their worth of then: a fraction; '' = not known. */
  total_gain: optionalRate,
  gain_rate: optionalRate,
  executions: z.array(execution),
  executions_total: count,
  versions: z.array(
    z.object({
      plan_version: version,
      status,
      from_time: seconds,
      until_time: seconds,
      amount: decimal,
      period_type: standIn(z.union([every, z.literal('')]), ''),
      pie_info: shares,
      cum_hold: decimal,
    }),
  ),
});

/** What a plan is: shares in whole percent and hundredths, together 100. */
const wanted = {
  coins: z.array(z.strictObject({ asset, ratio: decimal })).max(20),
  /** Of each purchase, USDT. */
  amount: decimal,
  period_type: every,
};

const done = refusable(z.object({ plan_id: id, plan_version: version }));

export const AUTO_INVEST_CALLS = {
  autoInvestPlans: {
    query: z.object({
      /** Absent: the active ones. 4 has the closed ones too: they have no list of their own (E-140). */
      status: z.enum(['1', '2', '3', '4']).optional(),
      ...pages,
      sort_column: z.enum(PLAN_SORTS).optional(),
      sort_type: z.enum(['asc', 'desc']).optional(),
    }),
    reply: envelope(z.object({ list: z.array(z.object(planRow)), total: count })),
  },
  autoInvestPlanDetail: {
    /** `version`: one of the past; `is_history` says so in words. The page is of its executions. */
    query: z.object({
      id: idText,
      is_history: flagText.optional(),
      version: wholeNumber(1, 10_000).optional(),
      ...pages,
    }),
    reply: envelope(planDetail),
  },
  redeemPlan: {
    /** `way` is ours: absent, coins go to the spot account as they are. */
    body: z.object({ plan_id: id, version, way: z.enum(REDEEM_WAYS).optional(), fundpass }),
    reply: acknowledged({}),
  },
  createPlan: {
    /** `first_time`: seconds, a whole minute of UTC; 0 = at once. */
    body: z.object({ name: z.string().max(200), ...wanted, first_time: seconds, fundpass }),
    reply: done,
  },
  /** A new version of a plan that runs or is paused. `version`: the one that was seen. */
  editPlan: { body: z.object({ plan_id: id, version, ...wanted, fundpass }), reply: done },
  pausePlan: { body: planId, reply: done },
  resumePlan: { body: planId, reply: done },
  /** It buys no more; what it holds stays until it is redeemed. */
  endPlan: { body: planId, reply: done },
} as const;
