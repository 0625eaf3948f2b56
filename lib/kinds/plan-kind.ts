/** The kind that auto-invest plans buy by: its form's rules are theirs, and its engine makes each of their purchases. */
export const PLAN_KIND = 'recurring-buy';
