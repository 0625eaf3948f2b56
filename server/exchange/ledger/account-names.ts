/** Ledger account names. Nobody else spells them. */

/** What a user can spend. */
export function userSpot(userId: number): string {
  return `user:${userId}:spot`;
}

/** What is reserved for an action under way. */
export function userHold(userId: number): string {
  return `user:${userId}:hold`;
}

/** A bot's sub-account: equals its machine's holdings at all times. */
export function botAccount(botId: number): string {
  return `bot:${botId}`;
}

/** The counterparty of every trade on a paper market. */
export function marketAccount(market: string): string {
  return `market:${market}`;
}

/** Trading fees that the exchange has earned. */
export const FEES = 'fees';

/** The exchange's liability: the only account that may be below zero. */
export const ISSUE = 'issue';
