import { type Fault, of } from './fault.ts';

/** What is read of another exchange, what is asked of it, and whose words stand for what it leaves out. */

const REPLIES = ['tests/unit/contract-tolerant-replies.test.ts'];
const reader = of('lib/contract/tolerant-reader.ts', REPLIES);
const kindCalls = of('lib/contract/kind-calls.ts', REPLIES);
const botCalls = of('lib/contract/bot-calls.ts', REPLIES);
const backtestCalls = of('lib/contract/backtest-calls.ts', REPLIES);
const judged = of('lib/contract/ai-judged.ts', ['tests/unit/create-ai-mode.test.tsx']);
const sharedBot = of('app/[lang]/strategybot/_readings/shared-bot.ts', ['tests/unit/pages-shared-bot-asked.test.ts']);
const announced = of('server/exchange/handlers/market-handlers.ts', ['tests/unit/exchange-pause.test.ts']);
const FORM = ['tests/unit/create-form.test.tsx'];
const available = of('components/form/use-check-context.ts', FORM);
const least = of('components/form/use-min-amount.ts', FORM);
const percents = of('lib/money/display.ts', ['tests/unit/money-display.test.ts']);

const DIALOGS = ['tests/unit/bots-actions-dialogs.test.tsx'];
const withdrawable = of('components/bots/actions/withdraw-dialog.tsx', DIALOGS);
const reducible = of('components/bots/actions/margin-dialog.tsx', DIALOGS);
const levered = of('components/bots/actions/leverage-dialog.tsx', DIALOGS);

export const READING_FAULTS: readonly Fault[] = [
  reader("form === 'step' ? asStep : asText", 'asText'),
  reader('=== MISS ? other : own', '=== MISS ? own : own'),
  reader(
    'if (own === undefined || other === undefined) return own ?? other;',
    'if (own === undefined) return undefined;',
  ),
  reader("text.split(',')[0]?.trim()", 'text'),
  kindCalls("account: standIn(z.enum(['', 'spot', 'futures']), '')", "account: z.enum(['spot', 'futures'])"),
  kindCalls(
    "order_type: standIn(z.enum(['', 'open', 'close', 'reduce']), '')",
    "order_type: z.enum(['open', 'close', 'reduce'])",
  ),
  botCalls('unsettled_profit: needed(signedDecimal)', 'unsettled_profit: needed(decimal)'),
  backtestCalls("market: alsoNamed('params.pair', market)", 'market'),
  backtestCalls(
    "z.enum(['running', 'stopped', 'abnormal']), 'abnormal')",
    "z.enum(['running', 'stopped', 'abnormal']), 'stopped')",
  ),
  judged('...GRADES]), UNGRADED)', "...GRADES]), 'A')"),
  sharedBot("strategyId: id, status: 'finished', page: 1", 'strategyId: id, page: 1'),
  sharedBot("strategyId: id, status: 'finished', page: 1", "status: 'finished', page: 1"),
  announced('...CREATABLE_KINDS.map(pauseWord)', ''),
  available('import { parseAmountDown } from', 'import { parseAmount as parseAmountDown } from'),
  least('import { parseAmountUp } from', 'import { parseAmountDown as parseAmountUp } from'),
  percents("'1'.padStart(style.decimals ?? 2, '0').padStart(2, '0')", "'01'"),
  withdrawable('formatAmount, parseAmountDown }', 'formatAmount, parseAmount as parseAmountDown }'),
  reducible('formatAmount, parseAmountDown }', 'formatAmount, parseAmount as parseAmountDown }'),
  levered('formatAmount, parseAmountDown }', 'formatAmount, parseAmount as parseAmountDown }'),
];
