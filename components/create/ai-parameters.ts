import type { JudgedResult } from '#lib/contract/ai-judged.ts';
import { type AiParams, gridAiParams, martingaleAiParams } from '#lib/contract/ai-params.ts';
import type { ReplyOf } from '#lib/contract/contract.ts';
import { isMadeOn } from '#lib/kinds/catalogue.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { shiftDecimal } from '#lib/money/decimal-text.ts';
import type { FormValues } from '#lib/strategies/definition.ts';
import type { BotFacts } from '#lib/strategies/kind-facts.ts';

/** What the AI found for a form: what it types into which fields, and how it was judged. */
export interface AiFound {
  readonly judged: JudgedResult;
  readonly changes: readonly (readonly [field: string, value: string])[];
}

const percent = (fraction: string | undefined): string => shiftDecimal(fraction ?? '', 2) ?? '';

/** Grades from the best on; what nobody has judged is worth the least, because nothing is known of it. */
const BY_GRADE: readonly AiFound['judged']['grade'][] = ['A', 'B', 'C', 'D', ''];

/** How far one grade is above another: A before D. */
export function isBetter(one: AiFound, other: AiFound): boolean {
  return BY_GRADE.indexOf(one.judged.grade) < BY_GRADE.indexOf(other.judged.grade);
}

/** Whether the AI itself would choose it: a D is shown for what it is, and never chosen (H51), nor is what nobody has judged. */
export function isAdvised({ judged }: AiFound): boolean {
  return judged.grade !== 'D' && judged.grade !== '';
}

/** What the AI's parameters of a grid type into its form; spacing and side are the reply's own. */
export function gridChanges(
  kind: RunnableKind,
  params: AiParams,
  { price_type: spacing = '0', side = 'buy' }: { readonly price_type?: string; readonly side?: string },
): AiFound['changes'] {
  if (factsOf(kind).range === 'fractions') {
    return [
      ['low_price', percent(params.low_price)],
      ['high_price', percent(params.high_price)],
    ];
  }
  const range: AiFound['changes'] = [
    ['low_price', params.low_price],
    ['high_price', params.high_price],
    ['grid_num', params.grid_num],
    ['price_type', spacing],
  ];
  return isMadeOn(kind, 'futures') ? [['side', side], ['leverage', params.leverage], ...range] : range;
}

export function martingaleChanges(params: AiParams, transactionType: string): AiFound['changes'] {
  const isLowRisk = transactionType === 'low-risk-arbitrage';
  return [
    ['enable_free_params', '0'],
    ['price_step_type', params.price_step_type],
    ['price_steps', percent(params.price_steps)],
    ['max_order_amount', params.max_order_amount],
    ['take_profit_per_cycle', percent(params.take_profit_per_cycle)],
    ...(isLowRisk ? [] : ([['amount_multiplier', params.amount_multiplier]] as const)),
  ];
}

/** Fields that AI mode does not show: what the AI says itself, and what would change its meaning. */
export function hiddenByAi({ changes }: Pick<AiFound, 'changes'>): ReadonlySet<string> {
  return new Set([...changes.map(([field]) => field), 'trailing', 'price_step_details', 'enable_free_params']);
}

/** Whether the form lacks what the AI would have typed: it was emptied after a creation. */
export function isEmptied({ changes }: Pick<AiFound, 'changes'>, values: FormValues): boolean {
  return changes.some(([field, value]) => value !== '' && (values[field] ?? '') === '');
}

/** A reply of whichever call gives a kind its AI parameters (`aiCall` of its facts). */
export type AiReply = ReplyOf<BotFacts['aiCall']>['data'];

/** What such a reply types into the form of a kind; null where it holds no parameters. */
export function foundIn(kind: RunnableKind, reply: AiReply | null, transactionType: string): AiFound | null {
  if (reply === undefined || reply === null || !('grade' in reply)) return null;
  const changes =
    'params' in reply
      ? Object.entries(reply.params)
      : 'price_step' in reply
        ? martingaleChanges(martingaleAiParams(reply), transactionType)
        : gridChanges(kind, gridAiParams(reply), 'price_type' in reply ? reply : {});
  return { judged: reply, changes };
}
