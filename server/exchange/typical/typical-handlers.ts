import type { Handlers } from '../http/handler.ts';
import { ok } from '../replies/reply.ts';
import type { TypicalBook } from './typical-book.ts';

/** What typical bots did in the last days, from memory; nothing is worked out when somebody asks. */
export function typicalHandlers({ typical }: { readonly typical: TypicalBook }): Pick<Handlers, 'typicalReplays'> {
  return { typicalReplays: ({ query }) => ok(typical.of(query.strategy_type, query.market)) };
}
