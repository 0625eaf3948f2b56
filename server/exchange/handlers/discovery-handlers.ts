import { filterOfList } from '#lib/contract/list-filter.ts';
import { pageOf, sliceOfPage } from '#lib/contract/paging.ts';
import { CODE, type StrategyType } from '#lib/contract/vocabulary.ts';
import { annualisedRateE8 } from '#lib/formulas/annualised.ts';
import { pagesByProvider } from '#lib/formulas/provider-pages.ts';
import { isMadeOn } from '#lib/kinds/catalogue.ts';
import { RUNNABLE_KINDS } from '#lib/kinds/definitions.ts';
import { KIND_FACTS } from '#lib/kinds/facts.ts';
import { instrumentOf } from '#lib/money/market-spec.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import type { Handlers } from '../http/handler.ts';
import { ok, okPage, refuse } from '../replies/reply.ts';
import { type GuestItem, guestItem } from '../views/guest-item.ts';
import { inPieces } from '../views/in-pieces.ts';
import { keptForList } from '../views/kept-for-list.ts';
import { quietReason } from '../views/quiet-reason.ts';
import type { Ranked } from '../views/ranking.ts';
import { rateText, runSeconds } from '../views/strategy-row.ts';
import { userInfoOf } from '../views/user-info.ts';
import { isListed, wasEverListed } from '../views/visibility.ts';
import { type HandlerParts, isRefusal, seenBot } from './bot-parts.ts';
import { followFigures, hiddenTotals } from './provider-figures.ts';

type DiscoveryCall =
  | 'strategyTabs'
  | 'hotStrategies'
  | 'hiddenBots'
  | 'strategyClass'
  | 'recommendList'
  | 'strategyRanking'
  | 'signaler'
  | 'signalerStrategies';

/** Classes of the picker in their order (C-034, C-035); `recommended` shows the popular ones of every class. */
const CLASSES = ['grid', 'average-cost', 'passive-arbitrage', 'expert'] as const;
/**
 * Replies here are kept in shared caches: they are the same for everybody, so even an owner is shown what a guest may
 * see.
 */
const GUEST = null;
const GUEST_REQUEST = { user: GUEST } as const;
/** Cards of the popular block. */
const HOT_COUNT = 6;

/** What visitors browse: all of it is computed from bots that run, none of it is written down anywhere. */
export function discoveryHandlers(parts: HandlerParts): Pick<Handlers, DiscoveryCall> {
  return { ...pickerHandlers(parts), ...listHandlers(parts), ...providerHandlers(parts) };
}

/** What there is to choose from, and how it is doing: the classes, their cards, the popular bots. */
function pickerHandlers(parts: HandlerParts): Pick<Handlers, 'strategyTabs' | 'hotStrategies' | 'strategyClass'> {
  const { index, book, feed } = parts;
  const medians = keptForList<bigint | null>();
  return {
    // The key is the name: the client says it in its visitor's language.
    strategyTabs: () =>
      ok([
        { key: 'all', name: 'all', classes: [...CLASSES] },
        { key: 'recommended', name: 'recommended', classes: ['recommended'] },
        ...CLASSES.map((key) => ({ key, name: key, classes: [key] })),
      ]),
    hotStrategies: async ({ query, nowMs }) => {
      const isOnContract = query.market_kind === 'futures';
      const lastOf = ({ record }: LiveBot) => feed.lastTicks(record.instrument, nowMs);
      // What has ended cannot be copied, what stands still is not what people look for, and what was hidden since it was ranked is nobody's business.
      const isBusy = ({ bot }: Ranked): boolean => {
        const living = book.inMemory(bot.record.id);
        return living !== undefined && isListed(living.record) && quietReason(living, lastOf(living), nowMs) === '';
      };
      const ranked = await index.ranked({ isOnContract, onlyLiving: true }, 'default', nowMs);
      return ok((await bestPerMarket(ranked, isBusy)).flatMap((best) => hotCard(best, parts, nowMs)));
    },
    strategyClass: async ({ query, nowMs }) => {
      const isOnContract = query.market_kind === 'futures';
      const kinds = RUNNABLE_KINDS.filter((kind) => isMadeOn(kind, isOnContract ? 'futures' : 'trade'));
      const card = async (kind: StrategyType) => {
        const onMarket = query.symbol === undefined ? {} : { market: query.symbol };
        const bots = await index.ranked({ kind, isOnContract, ...onMarket }, 'default', nowMs);
        const follow = bots.reduce((sum, { bot }) => sum + book.followersOf(bot.record.id), 0);
        return {
          strategy_type: kind,
          follow_num: follow,
          year_pft_rate: rateText(medians.of(bots, '', () => medianAnnualised(bots, nowMs))),
        };
      };
      const cards = CLASSES.map(async (name) => {
        const list = kinds.filter((kind) => KIND_FACTS[kind].pickerClass === name).map(card);
        return { class: name, list: await Promise.all(list) };
      });
      return ok(await Promise.all(cards));
    },
  };
}

/** The recommended bots, what copiers have made of one, and which were hidden. */
function listHandlers(parts: HandlerParts): Pick<Handlers, 'recommendList' | 'strategyRanking' | 'hiddenBots'> {
  const { index, book, hidden } = parts;
  return {
    recommendList: async ({ query, nowMs }) => {
      const page = pageOf(query);
      const ranking = query.order_by ?? 'default';
      const { entries, count, pages } = await index.page(filterOfList(query), ranking, page, nowMs);
      const items = await itemsOf(parts, entries, nowMs);
      return { ...okPage(items, page.page, page.pageSize, count), pagecount: pages };
    },
    hiddenBots: ({ query }) => {
      const { last, isWhole, bots } = hidden.since(query.since ?? '');
      return ok({ last, is_whole: isWhole, bots: [...bots] });
    },
    strategyRanking: async (request) => {
      const seen = await seenBot(book, GUEST_REQUEST, request.query.strategy_id);
      if (isRefusal(seen)) return seen;
      const { follow_profit, total_follow_money } = followFigures(parts, [seen.bot.record.id], request.nowMs);
      return ok({ follow_profit, total_follow_money });
    },
  };
}

/** A provider with all bots that were ever listed and are not hidden, whenever they ended. */
function providerHandlers(parts: HandlerParts): Pick<Handlers, 'signaler' | 'signalerStrategies'> {
  const { index, accounts, book } = parts;
  return {
    signaler: ({ query, nowMs }) => {
      const user = accounts.byAnonymous(query.anonymous);
      if (user === undefined) return refuse(CODE.unknown, 'provider-unknown');
      // Whatever was listed once counts in the totals, ended bots too (H54).
      const listed = book.ofOwner(user.id).filter(({ record }) => wasEverListed(record));
      const ids = listed.map(({ record }) => record.id);
      const hidden = hiddenTotals(parts, listed, nowMs);
      return ok({
        ...userInfoOf(user),
        bot_num: listed.length - hidden.hidden_num,
        follow_num: ids.reduce((sum, id) => sum + book.followersOf(id), 0),
        ...followFigures(parts, ids, nowMs),
        ...hidden,
      });
    },
    signalerStrategies: async ({ query, nowMs }) => {
      const user = accounts.byAnonymous(query.anonymous);
      if (user === undefined) return refuse(CODE.unknown, 'provider-unknown');
      const page = pageOf(query);
      const all = await index.ofProvider(user.id, nowMs);
      return okPage(await itemsOf(parts, sliceOfPage(all, page), nowMs), page.page, page.pageSize, all.length);
    },
  };
}

/** The whole bots of what is shown of a ranking, as a guest may see them. */
async function itemsOf(parts: HandlerParts, shown: readonly Ranked[], nowMs: number): Promise<GuestItem[]> {
  const made = await Promise.all(
    shown.map(async (entry) => {
      const item = await guestItem(parts, entry, nowMs);
      return item === null ? [] : [{ entry, item }];
    }),
  );
  const told = made.flat();
  parts.onTold?.(told, nowMs);
  return told.map(({ item }) => item);
}

/** The best of each market that are as wanted, at most two of a provider. */
async function bestPerMarket(
  ranked: readonly Ranked[],
  isWanted: (entry: Ranked) => boolean,
): Promise<readonly Ranked[]> {
  const markets = new Map<string, Ranked>();
  for (const entry of ranked) {
    const instrument = instrumentOf(entry.bot.spec);
    if (!markets.has(instrument) && isWanted(entry)) markets.set(instrument, entry);
  }
  return (await inPieces(pagesByProvider(markets.values(), HOT_COUNT, ({ bot }) => bot.record.ownerId)))[0] ?? [];
}

function hotCard({ bot, figures }: Ranked, { book, accounts }: HandlerParts, nowMs: number) {
  const record = book.inMemory(bot.record.id)?.record;
  if (record === undefined) return [];
  const card = {
    strategy_type: record.kind,
    name: record.name,
    desc: record.abstract,
    market: record.market,
    follow_num: book.followersOf(record.id),
    year_pft_rate: rateText(annualisedRateE8(figures.rateE8, runSeconds(bot, nowMs))),
    strategy_id: record.id,
    anonymous: accounts.byId(record.ownerId)?.anonymous,
  };
  return [card];
}

/** Middle annualised rate of the listed bots, ended ones among them, in 1e-8; null (which cards show as '--') without any. */
function medianAnnualised(bots: readonly Ranked[], nowMs: number): bigint | null {
  const rates = BigInt64Array.from(
    bots.flatMap(({ bot, figures }) => annualisedRateE8(figures.rateE8, runSeconds(bot, nowMs)) ?? []),
  ).sort();
  return rates[Math.floor(rates.length / 2)] ?? null;
}
