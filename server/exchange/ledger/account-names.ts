/** Ledger account names. Nobody else spells them. */

/** The accounts that a trader moves money between (E9). Each kind of bot is funded from one of them. */
export const TRADING_ACCOUNTS = ['spot', 'margin', 'futures_usdt', 'futures_btc'] as const;
export type TradingAccount = (typeof TRADING_ACCOUNTS)[number];

/** What a user can spend there. */
export function userAccount(userId: number, account: TradingAccount): string {
  return `user:${userId}:${account}`;
}

/** What a user can spend on spot markets. */
export function userSpot(userId: number): string {
  return userAccount(userId, 'spot');
}

/** What is reserved for an action under way. */
export function userHold(userId: number): string {
  return `user:${userId}:hold`;
}

/** Coins that a user's auto-invest plans have bought and he has not redeemed. */
export function userInvest(userId: number): string {
  return `user:${userId}:invest`;
}

/** Trial funds: money that the exchange lends a trader for a try. Profit is the trader's, the money itself goes back here. */
export function userTrial(userId: number): string {
  return `user:${userId}:trial`;
}

/** A bot's sub-account: equals its machine's holdings at all times. */
export function botAccount(botId: number): string {
  return `bot:${botId}`;
}

/** What a bot owes the lender: the lender's claim, equal to the machine's debt at all times. */
export function loanAccount(botId: number): string {
  return `loan:${botId}`;
}

/** The counterparty of every trade of an instrument (instrumentOf) on a paper market. */
export function marketAccount(instrument: string): string {
  return `market:${instrument}`;
}

/** The other side of a contract's funding payments. */
export function fundingAccount(instrument: string): string {
  return `funding:${instrument}`;
}

/** Trading fees that the exchange has earned. */
export const FEES = 'fees';

/** Money that margin bots borrow. */
export const LENDER = 'lender';

/** Pays the losses that a liquidated bot cannot; fed by liquidation fees. It is finite: see auto-deleveraging (E4). */
export const INSURANCE = 'insurance';

/** What the house has for sell-high and buy-low orders: it pays their interest from it and keeps what their options bring. */
export const DUAL_HOUSE = 'dual_house';

/** Of it what is set aside for open orders: the most that each can cost the house. */
export const DUAL_COVER = 'dual_cover';

/** Money that has left one account and is on its way to another trader's. */
export const TRANSFERS = 'transfers';

/** The exchange's liability: the only account that may be below zero. */
export const ISSUE = 'issue';

/** Whether an account is a bot's: it is over with its bot. Others are known by their names even when they are empty. */
export function isOfBot(account: string): boolean {
  return account.startsWith('bot:') || account.startsWith('loan:');
}

const ID = '[1-9]\\d{0,14}';
const INSTRUMENT = '[A-Z0-9]{1,12}_[A-Z0-9]{1,12}(@[A-Z0-9]{1,12})?';
const ACCOUNT_NAME = new RegExp(
  `^(user:${ID}:(${TRADING_ACCOUNTS.join('|')}|hold|invest|trial)|(bot|loan):${ID}|(market|funding):${INSTRUMENT}|${FEES}|${LENDER}|${INSURANCE}|${DUAL_HOUSE}|${DUAL_COVER}|${TRANSFERS}|${ISSUE})$`,
);

/** Whether a text is one of the names above. */
export function isAccountName(text: string): boolean {
  return ACCOUNT_NAME.test(text);
}
