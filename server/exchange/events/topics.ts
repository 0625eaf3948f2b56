import type { StreamEvent } from '#lib/contract/event-calls.ts';
import type { MarketKind } from '#lib/money/market-spec.ts';
import type { MarketFeed } from '../market/feed.ts';
import { findSpec } from '../market/instruments.ts';
import { tickersOf } from '../views/ticker-view.ts';

/** Prices that a stream carries: of every market of a kind, or of one. */
export interface Topic {
  readonly name: string;
  readonly type: MarketKind;
  readonly market: string | undefined;
}

/** The topics that there is something to tell of; what is not known here is asked for as before. */
export function topicsOf(feed: MarketFeed, text: string | undefined): Topic[] {
  return [...new Set(text?.split(',') ?? [])]
    .map((name) => {
      const [type, market] = name.split(':');
      return { name, type: type as MarketKind, market };
    })
    .filter(({ type, market }) => market === undefined || findSpec(feed, market, type) !== undefined);
}

/** The event of a topic's prices now, as JSON. */
export function pricesText(feed: MarketFeed, { name, type, market }: Topic, nowMs: number): string {
  const event: StreamEvent = { type: 'tickers', topic: name, rows: tickersOf(feed, type, market, nowMs) ?? [] };
  return JSON.stringify(event);
}
