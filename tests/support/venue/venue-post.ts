import type { MatchingVenue, Side, VenueOrder, VenueTrade } from './matching-venue.ts';

/** Numbers in [0, 1) from a seed, the same everywhere (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** `feed`: of the machine's prices that of the market. */
export type Request = { readonly id: string; readonly feed: number } & (
  | { readonly what: 'place'; readonly side: Side; readonly ticks: number; readonly lots: bigint }
  | { readonly what: 'execute'; readonly side: Side; readonly lots: bigint; readonly worst: number | null }
  | { readonly what: 'cancel' | 'query' }
);

export type News =
  | { readonly what: 'trade'; readonly trade: VenueTrade }
  /** How an order stands; `unknown`: the venue has never heard of it; `busy`: it did not look at what was asked. */
  | {
      readonly what: 'order';
      readonly id: string;
      readonly state: VenueOrder['state'] | 'unknown' | 'busy';
      readonly trades: readonly VenueTrade[];
    };

export interface Faults {
  /** Of a request or an answer, and of the news of a trade: that it is lost; that it comes twice; that a request is refused. */
  readonly lost: number;
  readonly twice: number;
  readonly refused: number;
}

/** What goes between a bot and its venue: late, in any order, twice, or not at all. */
export class VenuePost {
  onNews: (news: News) => void = () => undefined;
  /** By feed. */
  private readonly venues: ReadonlyMap<number, MatchingVenue>;
  private readonly account: string;
  private readonly random: () => number;
  private readonly faults: Faults;
  private readonly letters: (
    | { readonly to: 'venue'; readonly request: Request }
    | { readonly to: 'bot'; readonly news: News }
  )[] = [];

  constructor(venues: ReadonlyMap<number, MatchingVenue>, account: string, random: () => number, faults: Faults) {
    this.venues = venues;
    this.account = account;
    this.random = random;
    this.faults = faults;
    for (const venue of venues.values()) venue.onTrade = (trade) => this.tell({ what: 'trade', trade });
  }

  get isEmpty(): boolean {
    return this.letters.length === 0;
  }

  ask(request: Request): void {
    if (this.random() >= this.faults.lost) this.letters.push({ to: 'venue', request });
  }

  /** One of the letters arrives, whichever. */
  deliver(): void {
    const [letter] = this.letters.splice(Math.floor(this.random() * this.letters.length), 1);
    if (letter === undefined) return;
    if (letter.to === 'bot') this.onNews(letter.news);
    else this.answer(letter.request);
  }

  private answer(request: Request): void {
    const { id, feed } = request;
    const venue = this.venues.get(feed);
    if (venue === undefined) throw new Error('No such market');
    if (this.random() < this.faults.refused) {
      this.tell({ what: 'order', id, state: 'busy', trades: [] });
      return;
    }
    if (request.what === 'place') venue.place(id, this.account, request.side, request.ticks, request.lots);
    else if (request.what === 'execute') venue.execute(id, this.account, request.side, request.lots, request.worst);
    else if (request.what === 'cancel') venue.cancel(id);
    const order = venue.orders.get(id);
    this.tell({ what: 'order', id, state: order?.state ?? 'unknown', trades: [...(order?.trades ?? [])] });
  }

  private tell(news: News): void {
    if (this.random() >= this.faults.lost) this.letters.push({ to: 'bot', news });
    if (this.random() < this.faults.twice) this.letters.push({ to: 'bot', news });
  }
}
