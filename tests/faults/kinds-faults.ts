import { type Fault, of } from './fault.ts';

const MINIMUM = ['tests/property/strategies-minimum.test.ts'];
const fundedLayout = of('lib/formulas/margin-grid-layout.ts', MINIMUM);
const largest = of('lib/formulas/largest-that.ts', ['tests/unit/formulas-largest-that.test.ts']);
const lateTrade = of('lib/engine/body/contract-trade.ts', ['tests/unit/engine-martingale-contract.test.ts']);
const marginMinimum = of('lib/formulas/minimum-investment-margin.ts', MINIMUM);
const martingaleCheck = of('lib/kinds/martingale/definition/check.ts', ['tests/unit/strategies-new-kinds.test.ts']);
const martingaleMinimum = of('lib/kinds/martingale/definition.ts', ['tests/unit/strategies-new-kinds.test.ts']);
const arbitrageLeast = of('lib/kinds/arbitrage/definition/minimum.ts', ['tests/unit/formulas-portfolio.test.ts']);
const offered = of('components/bots/actions/bot-actions.ts', ['tests/unit/bots-actions.test.ts']);
const distance = of('lib/formulas/liquidation-distance.ts', ['tests/unit/bots-actions-dialogs.test.tsx']);
const warmUp = of('lib/indicators/condition-warm-up.ts', ['tests/unit/engine-history-need.test.ts']);
const editedPlan = of('server/exchange/invest/check-plan.ts', ['tests/unit/exchange-auto-invest.test.ts']);
const marketTurns = of('server/exchange/bots/market-turns.ts', ['tests/unit/exchange-liquidation.test.ts']);
const RAISED = ['tests/unit/exchange-margin-change.test.ts'];
const raised = of('server/exchange/changes/margin-changes.ts', RAISED);
const laid = of('server/exchange/changes/wanted-change.ts', RAISED);
const TRAILED = ['tests/unit/exchange-trailing-change.test.ts'];
const laidAtLimit = of('server/exchange/changes/wanted-change.ts', TRAILED);
const trailingRule = of('lib/strategies/rules/trailing.ts', TRAILED);
const DIALOGS = ['tests/unit/bots-actions-dialogs.test.tsx'];
const estimated = of('components/bots/detail/use-liquidation-estimate.ts', DIALOGS);
const edited = of('components/bots/actions/edit-dialog.tsx', DIALOGS);
const liquidationChanges = of('components/bots/actions/liquidation-change.tsx', DIALOGS);
const leverage = of('lib/strategies/rules/leverage.ts', ['tests/unit/strategies-new-kinds.test.ts']);
const botValues = of('components/bots/figures/use-bot-values.ts', ['tests/unit/figure-tip.test.tsx']);

/** What forms promise of a kind and its engine or its exchange does not keep. */
const gridReturn = of('lib/formulas/grid-return.ts', ['tests/unit/formulas-grid-levels.test.ts']);
const stopRules = of('lib/strategies/rules/stops.ts', DIALOGS);
const named = of('components/bots/actions/named-params.ts', DIALOGS);
const waitingLadder = of('lib/kinds/martingale/exchange.ts', ['tests/unit/exchange-liquidation.test.ts']);
const copyTerms = of('server/exchange/handlers/follow-handlers.ts', ['tests/unit/copy-rules.test.ts']);

export const KINDS_FAULTS: readonly Fault[] = [
  fundedLayout('if (isOpeningTaken(input, bare)) return bare;', 'if (bare.cost >= 0n) return bare;'),
  largest('begin === 0n || holds(begin)', 'begin === 0n'),
  lateTrade("execution === 'resting' ?", "execution !== 'market' ?"),
  marginMinimum('const MOST_RAISES = 4;', 'const MOST_RAISES = 0;'),
  martingaleCheck("withheld === 'above-maximum'", 'withheld === null'),
  martingaleCheck('const start = startTicks(values, context);', 'const start = context.lastTicks;'),
  arbitrageLeast('minTotal ?? undefined', 'undefined'),
  offered('isTaken && !wasGivenCoins(bot)', 'isTaken'),
  distance('some((way) => way < 0n)', 'some((way) => way <= 0n)'),
  martingaleMinimum('params.triggerTicks ?? facts.lastTicks', 'facts.lastTicks'),
  raised('return isRaised ? issues :', "return isRaised || leverage !== '' ? issues :"),
  laid('firstError(leverageIssues(issues, payload, undefined))', 'firstError(issues)'),
  laidAtLimit('...newLimitIssues(payload, next, () => checkPayload(kind, opened, context)),', ''),
  edited('form.touched.has(name) ?', 'form.isChanged ?'),
  liquidationChanges("const text = held === '' ? full : held;", 'const text = held;'),
  liquidationChanges('const mark = priceOf(bot.mark_price);', 'const mark = parseAmount(bot.mark_price);'),
  edited(' what="words"', ''),
  named('is_hide: -1, is_hide_order: -1', 'is_hide: 0, is_hide_order: 0'),
  gridReturn('(left === 0n && !orNothing)', 'left === 0n'),
  stopRules(
    "context.isRelaid === true && context.phase !== 'exchange'",
    "context.isRelaid === true && context.phase === 'exchange'",
  ),
  waitingLadder('params.triggerTicks ?? lastTicks', 'lastTicks'),
  copyTerms("stops.with(payload, { stopLoss: undefined, takeProfit: '1' }) !== null", 'true'),
  estimated("held_liq_price = ''", "held_liq_price = '--'"),
  trailingRule('context.isRelaid === true && value === edge', 'value > edge'),
  leverage('most > 1 && riskTierOf', 'most < 1 && riskTierOf'),
  botValues("format.amount('order-amount', one, asset)", "format.amount('order-amount', one, quote)"),
  warmUp('Math.max(MOST_KLINES, lengths.slowest + FEWEST_KLINES)', 'MOST_KLINES'),
  editedPlan('if (isSame) return', 'if (!isSame) return'),
  marketTurns('      this.takeBackWith(tx, bot);\n      this.closeDayOf(tx, bot);', '      this.closeDayOf(tx, bot);'),
];
