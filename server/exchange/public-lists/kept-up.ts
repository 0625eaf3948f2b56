import { pickerQuestion } from '#lib/contract/picker-question.ts';
import { ok } from '../replies/reply.ts';
import type { PickerCards } from '../views/picker-cards.ts';
import { GOOD_MS } from './due-items.ts';
import type { ListedReply } from './list-database.ts';

/** A reply that is worked out of all bots. */
export interface ToldReply {
  readonly call: 'hotStrategies' | 'strategyClass';
  /** pickerQuestion of its query. */
  readonly question: string;
  readonly reply: object;
  /** That it names. */
  readonly bots: readonly number[];
}

/** As it is written. */
export function listedReply({ reply, ...told }: ToldReply): ListedReply {
  return { ...told, text: JSON.stringify(reply), goodMs: GOOD_MS };
}

const PAGES = [{ market_kind: 'spot' }, { market_kind: 'futures' }] as const;

/** The replies that every visitor's first page asks for: they are kept up, whoever asks. Of single markets what somebody asked for is written. */
export function keptUp(picker: PickerCards): readonly ((nowMs: number) => Promise<ToldReply>)[] {
  return PAGES.flatMap((query) => [
    async (nowMs: number) => {
      const cards = await picker.hot(query, nowMs);
      const bots = cards.map(({ strategy_id }) => strategy_id);
      return { call: 'hotStrategies', question: pickerQuestion(query), reply: ok(cards), bots } as const;
    },
    async (nowMs: number) => {
      const classes = await picker.classes(query, nowMs);
      return { call: 'strategyClass', question: pickerQuestion(query), reply: ok(classes), bots: [] } as const;
    },
  ]);
}
