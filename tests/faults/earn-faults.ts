import { type Fault, of } from './fault.ts';

const worth = of('server/exchange/dual/dual-worth.ts', ['tests/unit/exchange-dual-worth.test.ts']);
const gains = of('server/exchange/invest/plan-gains.ts', ['tests/unit/exchange-earn-sources.test.ts']);
const changed = of('server/exchange/invest/plan-book.ts', ['tests/unit/exchange-earn-notices.test.ts']);
const withdrawn = of('server/exchange/handlers/life-handlers.ts', ['tests/unit/exchange-copy-share.test.ts']);
const parts = of('lib/kinds/recurring-buy/definition/check.ts', ['tests/unit/exchange-auto-invest-runs.test.ts']);
const told = of('server/exchange/notifications/turn-news.ts', ['tests/unit/exchange-copy-notices.test.ts']);

/** Money of orders, plans and copies, as it is told and as it is taken. */
export const EARN_FAULTS: readonly Fault[] = [
  worth('usdtPrice(parts.feed, market.spec.base, nowMs)', 'index'),
  gains('plans.get(plan.id) ?? plan', 'plan'),
  changed("collection === PLAN_VERSIONS ? Number(key.split('/')[0]) : undefined", 'undefined'),
  withdrawn('knownPrices(feed, bot.spec, nowMs)', 'bot.record.createPrices'),
  parts('smallestPurchase(market, ticks)', 'market.minQuoteUnits'),
  told('endEquity(final, record)', 'final.equity'),
];
