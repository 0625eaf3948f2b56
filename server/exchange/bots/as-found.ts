import { definitionOf, type RunnableKind } from '#lib/kinds/definitions.ts';
import { compareDecimals, readDecimal } from '#lib/money/decimal-text.ts';
import { candidateCount, shapeOf } from '#lib/strategies/ai/search-axes.ts';
import type { BotRecord, StoredPayload } from './bot-record.ts';
import type { LiveBot } from './live-bot.ts';

/** Which fields of a form a search fills in does not go by the price. */
const SOME_TICKS = 1_000_000;

/** Whether another payload leaves what the AI search decides of a bot as it is. */
export function leavesFound({ record, spec }: Pick<LiveBot, 'record' | 'spec'>, payload: StoredPayload): boolean {
  const { kind, feeRate } = record;
  const definition = definitionOf(kind);
  const [before, after] = [definition.decode(record.payload, spec), definition.decode(payload, spec)];
  const { variants } = definition.ai;
  const variant = variants === undefined ? '' : (before[variants.field] ?? '');
  const fields = searchedFields(kind, { spec, feeRate }, variant);
  return [...fields, ...(variants === undefined ? [] : [variants.field])].every((field) =>
    isAlike(before[field], after[field]),
  );
}

function searchedFields(
  kind: RunnableKind,
  facts: Pick<LiveBot, 'spec'> & Pick<BotRecord, 'feeRate'>,
  variant: string,
): readonly string[] {
  const { ai } = definitionOf(kind);
  const axes = ai.axes(facts, variant);
  for (let index = 0; index < candidateCount({ axes }); index += 1) {
    const typed = ai.values(shapeOf({ axes }, index), SOME_TICKS, facts);
    if (typed !== null) return Object.keys(typed);
  }
  return [];
}

function isAlike(one = '', other = ''): boolean {
  const [a, b] = [readDecimal(one), readDecimal(other)];
  return one === other || (a !== null && b !== null && compareDecimals(a, b) === 0);
}

/** Its owner has made other parameters of those that the search found: they are his own from then on, and seen as they were. */
export function becomeOwn(record: BotRecord): void {
  record.isAi = false;
  record.aiGrade = undefined;
  record.isOpenParams = true;
}
