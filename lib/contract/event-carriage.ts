import type { EndpointName } from './endpoints.ts';

/** Which calls the event stream makes needless to ask at intervals: what it says of their answers. */

const MARKET = '[A-Z0-9]{1,12}_[A-Z0-9]{1,12}';
/** Prices of one kind of market, or of one market: `spot`, `futures_usdt:BTC_USDT`. */
export const TOPIC = new RegExp(`^(spot|futures_usdt|futures_btc)(:${MARKET})?$`);

/** The topic of a `tickers` question. */
export function topicOf({ market, type }: { readonly market?: string | null; readonly type?: string | null }): string {
  const kind = type ?? 'spot';
  return market === undefined || market === null ? kind : `${kind}:${market}`;
}

/** What of an own bot's answers changes with its fills, operations and states alone. */
const BY_BOT = [
  'gridBalance',
  'operateRecords',
  'openOrders',
  'tradeRecords',
  'holdRecords',
  'orderReasons',
  'accountBook',
  'futuresAccountBook',
  'cycleOrders',
  'completedRounds',
  'roundDetail',
  'arbitrageRecords',
] as const satisfies readonly EndpointName[];
/** What moves with the prices too. */
const BY_PRICE = [
  'strategies',
  'strategyNumber',
  'gridAssets',
  'strategyDetail',
  'gridPosition',
  'position',
  'strategyBalances',
  'composeDetail',
  'botWhy',
] as const satisfies readonly EndpointName[];
const BY_MONEY = [
  'wallet',
  'availableBalance',
  'smartBalance',
  'trialBalance',
] as const satisfies readonly EndpointName[];

const BY_NOTIFICATION = ['notifications', 'notificationCount'] as const satisfies readonly EndpointName[];
const BY_PROTECTION = ['protection'] as const satisfies readonly EndpointName[];

/** Own plans and orders; an order begins and expires with the time, and a plan's page tells what its coins are worth. */
const BY_TIME = ['dualOrders', 'autoInvestPlanDetail'] as const satisfies readonly EndpointName[];
const BY_EARN = [...BY_TIME, 'autoInvestPlans', 'strategyNumber'] as const satisfies readonly EndpointName[];

/** Calls whose answers may be others after an event of a sort. `gap`: after anything. */
export const CHANGED_BY: {
  readonly [E in
    | 'bot'
    | 'balance'
    | 'notification'
    | 'protection'
    | 'earn'
    | 'figures'
    | 'gap']: ReadonlySet<EndpointName>;
} = {
  // What his bots hold stands in the wallet too; their fills of ten minutes are one notification, which is told anew with each.
  bot: new Set([...BY_BOT, ...BY_PRICE, 'wallet', 'notifications']),
  balance: new Set(BY_MONEY),
  notification: new Set(BY_NOTIFICATION),
  protection: new Set(BY_PROTECTION),
  earn: new Set(BY_EARN),
  figures: new Set([...BY_PRICE, ...BY_TIME]),
  gap: new Set([...BY_BOT, ...BY_PRICE, ...BY_MONEY, ...BY_NOTIFICATION, ...BY_PROTECTION, ...BY_EARN]),
};
