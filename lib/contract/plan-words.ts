/** What a plan of money and range is called (M-116): with money that comes in, without, and what cannot be for too little of it. */
export const PLAN_NAMES = ['Investments Unchanged', 'Threshold Reached', 'Investments Append'] as const;
export type PlanName = (typeof PLAN_NAMES)[number];

/** What the figures of a plan, or of what came of it, do not say (ours). */
export const PLAN_REMARKS = [
  // Of a limit close: what the book had not at once is planned as if the price stayed where it was.
  'rested',
  // Its time was over before all of it was closed.
  'expired',
  // Coins stay coins: they are worth what the price is when the bot ends.
  'kept',
  // Something else ended the bot before its close was done.
  'overtaken',
] as const;
export type PlanRemark = (typeof PLAN_REMARKS)[number];
