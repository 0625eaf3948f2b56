import { boundsOf, pageOf } from '#lib/contract/paging.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { type Handlers, type Reply, signedIn } from '../http/handler.ts';
import { createBoundedCache } from '../market/bounded-cache.ts';
import type { MarketFeed } from '../market/feed.ts';
import type { AccountDays } from '../portfolio/account-days.ts';
import { Valuation } from '../portfolio/valuation.ts';
import { ok, okPage, refuse } from '../replies/reply.ts';
import type { Sequencer } from '../sequencer/sequencer.ts';
import { growingLru } from '../surroundings/growing-lru.ts';
import { oneAtATime } from '../surroundings/one-at-a-time.ts';
import { accountIncome, type IncomeParts } from './account-income.ts';
import { IncomeView } from './income-view.ts';
import { receivedShares } from './received-shares.ts';
import { ShareDays } from './share-days.ts';

interface Told {
  readonly view: IncomeView;
  readonly moment: string;
}

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
/** Lines whose other pages may still be asked for. */
const KEPT_LINES = 16;

interface Kept {
  told: Told | null;
  of: string;
}

export function incomeHandlers(
  parts: IncomeHandlerParts,
  daysOf: (userId: number) => AccountDays,
): Pick<Handlers, 'totalProfit' | 'dailyProfit' | 'userProfit' | 'receivedShares'> {
  const shares = createBoundedCache<number, ShareDays>(KEPT_TRADERS);
  const views = createBoundedCache<number, Kept>(KEPT_VIEWS);
  const begun = growingLru<string, IncomeView>(KEPT_LINES);
  const lane = oneAtATime();
  let turns = 0;
  let made = 0;
  parts.sequencer.onDurable(() => {
    turns += 1;
  });

  /** The pages of one screen are of one moment, unless something has been done since. */
  async function viewOf(userId: number, nowMs: number): Promise<Told> {
    const kept = views.get(userId, () => ({ told: null, of: '' }));
    // Counted before: what is done meanwhile asks anew.
    const of = `${turns} ${Math.floor(nowMs / KEPT_MS)}`;
    if (kept.told !== null && kept.of === of) return kept.told;
    const past = { days: daysOf(userId), shares: shares.get(userId, () => new ShareDays()) };
    const view = await accountIncome(
      parts,
      past,
      { userId, nowMs },
      (lines) => new IncomeView(lines, new Valuation(parts.feed, nowMs), nowMs),
    );
    made += 1;
    kept.told = { view, moment: `${nowMs}-${made}` };
    kept.of = of;
    return kept.told;
  }

  function asked<R>(request: Parameters<typeof signedIn>[0] & { nowMs: number }, tell: (view: IncomeView) => R) {
    const { id } = signedIn(request);
    return lane(id, async () => tell((await viewOf(id, request.nowMs)).view));
  }

  /** Whose prices a page of the line is of: those that its first page had, or the present ones. */
  async function lineOf(userId: number, moment: string | undefined, nowMs: number): Promise<Told | null> {
    if (moment === undefined) return lane(userId, () => viewOf(userId, nowMs));
    const view = begun.get(`${userId} ${moment}`);
    return view === undefined ? null : { view, moment };
  }

  return {
    totalProfit: async (request): Promise<Reply<'totalProfit'>> => {
      const { id } = signedIn(request);
      const { interval, strategy_type } = request.query;
      const line = await lineOf(id, request.query.moment, request.nowMs);
      if (line === null) return refuse(CODE.conflict);
      const { view, moment } = line;
      const page = pageOf(request.query);
      const { days, total } = view.cumulative(strategy_type, interval, boundsOf(page));
      const reply = okPage([...days], page.page, page.pageSize, total);
      if (reply.pagecount < 2) return reply;
      begun.set(`${id} ${moment}`, view);
      return { ...reply, moment };
    },
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
