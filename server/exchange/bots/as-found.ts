import { definitionOf } from '#lib/kinds/definitions.ts';
import { candidateCount, shapeOf } from '#lib/strategies/ai/search-axes.ts';
import type { StoredPayload } from './bot-record.ts';
import { areAlikeIn } from './check-payload.ts';
import type { LiveBot } from './live-bot.ts';

type Bot = Pick<LiveBot, 'record' | 'spec'>;

/** Which fields of a form a search fills in does not go by the price. */
const SOME_TICKS = 1_000_000;

/** Whether another payload leaves what the AI search decides of a bot as it is. */
export function leavesFound(bot: Bot, payload: StoredPayload): boolean {
  const { kind, payload: before } = bot.record;
  return areAlikeIn(kind, bot.spec, [before, payload], searchedFields(bot));
}

/** Every field that a search of the kind fills in, whichever variant it is of. */
function searchedFields({ record: { kind, feeRate }, spec }: Bot): readonly string[] {
  const { ai } = definitionOf(kind);
  const facts = { spec, feeRate };
  const fields = (ai.variants?.values ?? ['']).flatMap((variant) => {
    const axes = ai.axes(facts, variant);
    for (let index = 0; index < candidateCount({ axes }); index += 1) {
      const typed = ai.values(shapeOf({ axes }, index), SOME_TICKS, facts);
      if (typed !== null) return Object.keys(typed);
    }
    return [];
  });
  return ai.variants === undefined ? fields : [...fields, ai.variants.field];
}
