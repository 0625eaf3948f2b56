import type { Side, VenueTrade } from './matching-venue.ts';
import type { News, Request } from './venue-post.ts';

/** An order at the venue as its owner knows it. */
export interface SentOrder {
  readonly id: string;
  readonly feed: number;
  readonly side: Side;
  /** null: at the market. */
  readonly ticks: number | null;
  readonly lots: bigint;
  /** Of one at the market: the worst price that it may trade at; null: any. */
  readonly worst: number | null;
  state: 'sent' | 'open' | 'closed';
  isRefused: boolean;
  isCancelling: boolean;
  /** The venue has said that it is open since it was last doubted. */
  isSure: boolean;
  /** Executions that are known and not handed in yet. */
  readonly fresh: VenueTrade[];
  readonly known: Set<string>;
  /** Lots executed, as far as known. */
  done: bigint;
  /** Of those the ones that the bot has booked. */
  booked: bigint;
  silentFor: number;
}

/** After so many steps without news an order is asked after. */
const PATIENCE = 12;

/**
 * Acknowledgements, lost answers and client ids: an order that nobody has answered for is sent again under its own id, which is the same
 * order to the venue. It is over when the venue says so and every lot of it is accounted for.
 */
export class VenueOrders {
  readonly sent = new Map<string, SentOrder>();
  private readonly ask: (request: Request) => void;
  private count = 0;

  constructor(ask: (request: Request) => void) {
    this.ask = ask;
  }

  /** Orders that are not over, or of which something is not booked. */
  get live(): SentOrder[] {
    return [...this.sent.values()].filter((order) => order.state !== 'closed' || order.fresh.length > 0);
  }

  place(feed: number, side: Side, ticks: number | null, lots: bigint, worst: number | null = null): SentOrder {
    this.count += 1;
    const order: SentOrder = {
      ...{
        id: `client-${this.count}`,
        feed,
        side,
        ticks,
        lots,
        worst,
        state: 'sent',
        isRefused: false,
        isCancelling: false,
        isSure: false,
      },
      ...{ fresh: [], known: new Set<string>(), done: 0n, booked: 0n, silentFor: 0 },
    };
    this.sent.set(order.id, order);
    this.send(order);
    return order;
  }

  cancel(order: SentOrder): void {
    if (order.isCancelling || order.state === 'closed') return;
    order.isCancelling = true;
    order.silentFor = 0;
    this.ask({ what: 'cancel', id: order.id, feed: order.feed });
  }

  /** Asks after every order: the news of its last execution may be lost. */
  doubt(): void {
    for (const order of this.sent.values()) {
      order.isSure = false;
      order.silentFor = PATIENCE;
    }
  }

  /** A step has passed. */
  wait(): void {
    for (const order of this.sent.values()) {
      if (order.state === 'closed') continue;
      order.silentFor += 1;
      if (order.silentFor < PATIENCE) continue;
      order.silentFor = 0;
      // Whether the first request has arrived is not known: only the venue can say whether there is anything to cancel.
      if (order.state === 'sent') this.send(order);
      else this.ask({ what: order.isCancelling ? 'cancel' : 'query', id: order.id, feed: order.feed });
    }
  }

  hear(news: News): void {
    const order = this.sent.get(news.what === 'trade' ? news.trade.order : news.id);
    if (order === undefined) throw new Error('News of an order that nobody has sent');
    order.silentFor = 0;
    const trades = news.what === 'trade' ? [news.trade] : news.trades;
    for (const trade of trades) {
      if (order.known.has(trade.id)) continue;
      order.known.add(trade.id);
      order.fresh.push(trade);
      order.done += trade.lots;
    }
    if (order.state === 'closed') return;
    if (news.what === 'trade') order.state = 'open';
    else this.follow(order, news.state);
    if (order.done === order.lots) order.state = 'closed';
  }

  private follow(order: SentOrder, state: Extract<News, { what: 'order' }>['state']): void {
    if (state === 'busy') order.silentFor = PATIENCE - 1;
    else if (state === 'open') {
      order.state = 'open';
      order.isSure = true;
    } else if (state === 'refused') {
      order.isRefused = true;
      order.state = 'closed';
    } else if (state === 'cancelled') order.state = 'closed';
  }

  private send({ id, feed, side, ticks, lots, worst }: SentOrder): void {
    if (ticks === null) this.ask({ what: 'execute', id, feed, side, lots, worst });
    else this.ask({ what: 'place', id, feed, side, ticks, lots });
  }
}
