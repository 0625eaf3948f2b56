import { filterOfList } from '#lib/contract/list-filter.ts';
import { pageOf, sliceOfPage } from '#lib/contract/paging.ts';
import { pickerQuestion } from '#lib/contract/picker-question.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { toSeconds } from '../bots/journal-rows.ts';
import type { Handlers } from '../http/handler.ts';
import { ok, okPage, refuse } from '../replies/reply.ts';
import { type GuestItem, guestItem } from '../views/guest-item.ts';
import { inPieces } from '../views/in-pieces.ts';
import { CLASSES } from '../views/picker-cards.ts';
import { changesOf } from '../views/provider-changes.ts';
import type { Ranked } from '../views/ranking.ts';
import { userInfoOf } from '../views/user-info.ts';
import { wasEverListed } from '../views/visibility.ts';
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
  | 'signalers'
  | 'signalerStrategies';

/**
 * Replies here are kept in shared caches: they are the same for everybody, so even an owner is shown what a guest may
 * see.
 */
const GUEST = null;
const GUEST_REQUEST = { user: GUEST } as const;

/** What visitors browse: all of it is computed from bots that run, none of it is written down anywhere. */
export function discoveryHandlers(parts: HandlerParts): Pick<Handlers, DiscoveryCall> {
  return { ...pickerHandlers(parts), ...listHandlers(parts), ...providerHandlers(parts) };
}

/** What there is to choose from, and how it is doing: the classes, their cards, the popular bots. */
function pickerHandlers(parts: HandlerParts): Pick<Handlers, 'strategyTabs' | 'hotStrategies' | 'strategyClass'> {
  const { picker, feed } = parts;
  return {
    // The key is the name: the client says it in its visitor's language. `recommended` shows the popular ones of every class.
    strategyTabs: () =>
      ok([
        { key: 'all', name: 'all', classes: [...CLASSES] },
        { key: 'recommended', name: 'recommended', classes: ['recommended'] },
        ...CLASSES.map((key) => ({ key, name: key, classes: [key] })),
      ]),
    hotStrategies: async ({ query, nowMs }) => {
      const reply = ok(await picker.hot(query, nowMs));
      const bots = reply.data.map(({ strategy_id }) => strategy_id);
      parts.onReply?.({ call: 'hotStrategies', question: pickerQuestion(query), reply, bots });
      return reply;
    },
    strategyClass: async ({ query, nowMs }) => {
      const reply = ok(await picker.classes(query, nowMs));
      // What strangers name beyond the markets costs nobody a row.
      if (query.symbol === undefined || feed.specs.some(({ market }) => market === query.symbol))
        parts.onReply?.({ call: 'strategyClass', question: pickerQuestion(query), reply, bots: [] });
      return reply;
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
      const { follow_profit, total_follow_money } = await followFigures(parts, [seen.bot.record.id], request.nowMs);
      return ok({ follow_profit, total_follow_money });
    },
  };
}

/** A provider with all bots that were ever listed and are not hidden, whenever they ended. */
function providerHandlers(parts: HandlerParts): Pick<Handlers, 'signaler' | 'signalers' | 'signalerStrategies'> {
  const { index, accounts, book } = parts;
  return {
    signaler: async ({ query, nowMs }) => {
      const user = accounts.byAnonymous(query.anonymous);
      if (user === undefined) return refuse(CODE.unknown, 'provider-unknown');
      // Whatever was listed once counts in the totals, ended bots too (H54).
      const listed = book.ofOwner(user.id).filter(({ record }) => wasEverListed(record));
      const ids = listed.map(({ record }) => record.id);
      const hidden = await hiddenTotals(parts, listed, nowMs);
      return ok({
        ...userInfoOf(user),
        bot_num: listed.length - hidden.hidden_num,
        follow_num: ids.reduce((sum, id) => sum + book.followersOf(id), 0),
        ...(await followFigures(parts, ids, nowMs)),
        ...hidden,
      });
    },
    signalers: async ({ query, nowMs }) => {
      const page = pageOf(query);
      const all = await index.providers(nowMs);
      const shown = sliceOfPage(all, page);
      const changes = await inPieces(changesOf(book, shown, nowMs));
      const told = shown.flatMap((id) => {
        const user = accounts.byId(id);
        return user === undefined ? [] : [{ anonymous: user.anonymous, change_time: toSeconds(changes.get(id) ?? 0) }];
      });
      return okPage(told, page.page, page.pageSize, all.length);
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
