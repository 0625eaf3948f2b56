import { marketKindOf } from '#lib/money/market-spec.ts';
import type { Handlers } from '../http/handler.ts';
import type { MarketFeed } from '../market/feed.ts';
import { ok } from '../replies/reply.ts';
import type { TypicalBook } from './typical-book.ts';

/**
 * What typical bots did in the last days, from memory; nothing is worked out when somebody asks. Of a market that is no more nothing is told: no such bot can be
 * made, and nobody replays it on; the store keeps it, for a market that comes back.
 */
export function typicalHandlers({
  typical,
  feed,
}: {
  readonly typical: TypicalBook;
  readonly feed: Pick<MarketFeed, 'specs' | 'contracts'>;
}): Pick<Handlers, 'typicalReplays'> {
  return {
    typicalReplays: ({ query }) => {
      const traded = new Set([...feed.specs, ...feed.contracts].map((spec) => `${spec.market} ${marketKindOf(spec)}`));
      const rows = typical.of(query.strategy_type, query.market);
      return ok(rows.filter((row) => traded.has(`${row.market} ${row.instrument_type}`)));
    },
  };
}
