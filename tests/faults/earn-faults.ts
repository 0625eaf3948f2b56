import { type Fault, of } from './fault.ts';

const worth = of('server/exchange/dual/dual-worth.ts', ['tests/unit/exchange-dual-worth.test.ts']);
const gains = of('server/exchange/invest/plan-gains.ts', ['tests/unit/exchange-earn-sources.test.ts']);
const changed = of('server/exchange/invest/plan-book.ts', ['tests/unit/exchange-earn-notices.test.ts']);
const withdrawn = of('server/exchange/handlers/life-handlers.ts', ['tests/unit/exchange-copy-share.test.ts']);
const parts = of('lib/kinds/recurring-buy/definition/check.ts', ['tests/unit/exchange-auto-invest-runs.test.ts']);
const told = of('server/exchange/notifications/turn-news.ts', ['tests/unit/exchange-copy-notices.test.ts']);

const INVEST = ['tests/unit/exchange-auto-invest.test.ts'];
const RUNS = ['tests/unit/exchange-auto-invest-runs.test.ts'];
const BOUNDS = ['tests/unit/exchange-earn-bounds.test.ts'];
const planCalls = of('server/exchange/invest/plan-handlers.ts', [...INVEST, ...RUNS]);
const planRows = of('server/exchange/invest/plan-view.ts', INVEST);
const planRuns = of('server/exchange/invest/run-plan.ts', RUNS);
const planTold = of('server/exchange/invest/plan-news.ts', ['tests/unit/exchange-earn-notices.test.ts']);
const redeemed = of('server/exchange/invest/redeem-plan.ts', RUNS);
const dualCalls = of('server/exchange/dual/dual-handlers.ts', BOUNDS);
const planBounds = of('server/exchange/invest/plan-handlers.ts', BOUNDS);
const typedMost = of('components/bots/actions/amount-input.tsx', ['tests/unit/earn-dual.test.tsx']);
const replayed = of('lib/formulas/plan-replay.ts', ['tests/unit/formulas-plan-replay.test.ts']);
const replayAsked = of('components/earn/invest/use-plan-replay.ts', ['tests/unit/earn-plans.test.tsx']);
const outcome = of('components/earn/order-outcome.tsx', ['tests/unit/earn-dual.test.tsx']);

/** Money of orders, plans and copies, as it is told and as it is taken. */
export const EARN_FAULTS: readonly Fault[] = [
  worth('usdtPrice(parts.feed, market.spec.base, nowMs)', 'index'),
  gains('plans.get(plan.id) ?? plan', 'plan'),
  changed("collection === PLAN_VERSIONS ? Number(key.split('/')[0]) : undefined", 'undefined'),
  withdrawn('knownPrices(feed, bot.spec, nowMs)', 'bot.record.createPrices'),
  parts('smallestPurchase(market, ticks)', 'market.minQuoteUnits'),
  told('endEquity(final, record)', 'final.equity'),
  planCalls('if (after.dueMs === null) leaveDates(tx, plan, atMs);', ''),
  planCalls('checked.terms.every === present.terms.every ? present.terms.firstMs : nextMs', 'nextMs'),
  planCalls('if (one === null || other === null) return Number(one === null) - Number(other === null);', ''),
  planRows('version.version === plan.present.version ? plan.createMs : version.fromMs', 'version.fromMs'),
  planRows(' - costOf(standing) + standing.realised', ' - costOf(standing)'),
  planRuns("const row = failedRow(dueMs, waited || 'away'", "const row = failedRow(dueMs, 'away'"),
  planTold("if (row.reason === 'stopped') continue;", ''),
  redeemed("if (way === 'sell' && (place === null || prices === null))", 'if (false)'),
  planBounds("own.filter(({ state }) => state !== 'closed').length", 'own.length'),
  planBounds('if (own.length >= MOST_PLANS)', 'if (false)'),
  planBounds('if (present.version >= MOST_VERSIONS)', 'if (false)'),
  dualCalls('if (book.countOf(userId) >= MOST_OPEN)', 'if (false)'),
  dualCalls("if (waitMs > 0) return refuseFor(waitMs, 'dual-too-often');", ''),
  dualCalls("if ('data' in reply && reply.code !== 0) await begun.giveBack(who);", ''),
  outcome("isLikelyAtLow ? 'worst_money' : 'dual_kept'", "'worst_money'"),
  typedMost('most !== null && bound !== null && bound < most ? bound : most', 'most'),
  replayed(' || units < minBaseUnits || cost < minQuoteUnits', ''),
  replayed(
    'floorToStep(mulDivDown(money, UNITS_PER_COIN, price), lotUnits)',
    'mulDivDown(money, UNITS_PER_COIN, price)',
  ),
  replayAsked('!isLate || error.retryAfterMs > 0 || tried === TRIES', 'true'),
];
