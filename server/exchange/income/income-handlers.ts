import { boundsOf, pageOf } from '#lib/contract/paging.ts';
import { type Handlers, type Reply, signedIn } from '../http/handler.ts';
import { createBoundedCache } from '../market/bounded-cache.ts';
import type { MarketFeed } from '../market/feed.ts';
import type { AccountDays } from '../portfolio/account-days.ts';
import { Valuation } from '../portfolio/valuation.ts';
import { ok, okPage } from '../replies/reply.ts';
import type { Sequencer } from '../sequencer/sequencer.ts';
import { oneAtATime } from '../surroundings/one-at-a-time.ts';
import { accountIncome, type IncomeParts } from './account-income.ts';
import { IncomeView } from './income-view.ts';
import { receivedShares } from './received-shares.ts';
import { ShareDays } from './share-days.ts';

export interface IncomeHandlerParts extends IncomeParts {
  readonly feed: MarketFeed;
  readonly sequencer: Pick<Sequencer, 'onDurable'>;
}

/** Traders whose shares are kept by day. */
const KEPT_TRADERS = 64;
/** Whose income is kept for the calls of one screen: five years of it are a megabyte or two. */
const KEPT_VIEWS = 8;
/** Prices are a second long. */
const KEPT_MS = 1_000;

export function incomeHandlers(
  parts: IncomeHandlerParts,
  daysOf: (userId: number) => AccountDays,
): Pick<Handlers, 'totalProfit' | 'dailyProfit' | 'userProfit' | 'receivedShares'> {
  const shares = createBoundedCache<number, ShareDays>(KEPT_TRADERS);
  const views = createBoundedCache<number, { view: IncomeView | null; of: string }>(KEPT_VIEWS);
  const lane = oneAtATime();
  let turns = 0;
  parts.sequencer.onDurable(() => {
    turns += 1;
  });

  /** The pages of one screen are of one moment, unless something has been done since. */
  async function viewOf(userId: number, nowMs: number): Promise<IncomeView> {
    const kept = views.get(userId, () => ({ view: null, of: '' }));
    // Counted before: what is done meanwhile asks anew.
    const of = `${turns} ${Math.floor(nowMs / KEPT_MS)}`;
    if (kept.view !== null && kept.of === of) return kept.view;
    const past = { days: daysOf(userId), shares: shares.get(userId, () => new ShareDays()) };
    const view = await accountIncome(
      parts,
      past,
      { userId, nowMs },
      (lines) => new IncomeView(lines, new Valuation(parts.feed, nowMs), nowMs),
    );
    Object.assign(kept, { view, of });
    return view;
  }

  function asked<R>(request: Parameters<typeof signedIn>[0] & { nowMs: number }, tell: (view: IncomeView) => R) {
    const { id } = signedIn(request);
    return lane(id, async () => tell(await viewOf(id, request.nowMs)));
  }

  return {
    totalProfit: (request) =>
      asked(request, (view): Reply<'totalProfit'> => {
        const { interval, strategy_type } = request.query;
        const page = pageOf(request.query);
        const { days, total } = view.cumulative(strategy_type, interval, boundsOf(page));
        return okPage([...days], page.page, page.pageSize, total);
      }),
    dailyProfit: (request) =>
      asked(request, (view) => ok([...view.daily(request.query.strategy_type, request.query.interval)])),
    userProfit: (request) => asked(request, (view) => ok(view.user(request.query.strategy_type))),
    receivedShares: async (request) => {
      const { page, pageSize } = pageOf(request.query);
      const { rows, total } = await receivedShares(parts, signedIn(request).id, page, pageSize);
      return okPage(rows, page, pageSize, total);
    },
  };
}
