import { type FacetName, YES } from '#lib/contract/list-filter.ts';
import { LIST_DAYS, LIST_FALLS, LIST_INVESTMENTS } from '#lib/contract/vocabulary.ts';
import { marketsOf } from '#lib/engine/bot-feeds.ts';
import { kindOf } from '#lib/kinds/exchange.ts';
import { DAY_SECONDS } from '#lib/time/durations.ts';
import { isFinished } from '../bots/bot-record.ts';
import { isArchived } from '../bots/ended-bot.ts';
import { endedBefore } from '../bots/whole-days.ts';
import { countedAs } from './list-kind.ts';
import type { Ranked } from './ranking.ts';
import { runSeconds } from './strategy-row.ts';
import { isListed } from './visibility.ts';

/** One property of bots that lists are narrowed by. */
export interface Facet {
  /** Values that a bot stands under. */
  values(entry: Ranked, atMs: number): readonly string[];
  /** Whether a bot may stand under another value at the next look: never, while it lives, or when it has ended as well. */
  readonly changes: 'never' | 'living' | 'always';
}

/** Ended bots stay in the lists for so long (H57). */
const ENDED_STAY_MS = 90 * DAY_SECONDS * 1_000;

function ifSo(is: boolean): readonly string[] {
  return is ? [YES] : [];
}

/** What is hidden is in no list, whenever it was ranked; whatever was listed once counts for its provider, but lists do not show what ended long ago. */
function isShown({ bot }: Pick<Ranked, 'bot'>, atMs: number): boolean {
  return isListed(bot.record) && !endedBefore(bot, atMs - ENDED_STAY_MS);
}

export const FACETS = {
  shown: {
    values: (entry, atMs) => ifSo(isShown(entry, atMs)),
    changes: 'always',
  },
  kind: {
    values: ({ bot: { record, spec } }) => [...new Set([record.kind, countedAs(record.kind, spec)])],
    changes: 'never',
  },
  market: {
    values: ({ bot: { spec } }) => [...new Set(marketsOf(spec).map(({ market }) => market))],
    changes: 'never',
  },
  coin: {
    values: ({ bot: { spec } }) => [...new Set(marketsOf(spec).map(({ market }) => market.split('_')[0] ?? ''))],
    changes: 'never',
  },
  contract: {
    values: ({ bot: { spec } }) => [String(spec.contract !== undefined)],
    changes: 'never',
  },
  open: {
    values: ({ bot: { record } }) => ifSo(record.isOpenParams || record.isAi),
    changes: 'always',
  },
  living: {
    values: ({ bot: { record } }) => ifSo(!isFinished(record)),
    changes: 'living',
  },
  fall: {
    values: ({ drawdown }) => LIST_FALLS.filter((most) => drawdown <= Number(most)),
    changes: 'living',
  },
  days: {
    values: ({ bot }, atMs) => {
      const seconds = runSeconds(bot, atMs);
      return LIST_DAYS.filter((least) => seconds >= Number(least) * DAY_SECONDS);
    },
    changes: 'living',
  },
  side: { values: (entry) => [sideOf(entry)], changes: 'never' },
  investment: {
    // Beside the looks (FacetIndex): a grid's lines are laid out to know what it needs, and only where somebody asks.
    values: () => [],
    /** `usdt`: what another bot like it needs at least, null where nobody is told. */
    under: (usdt: number | null): readonly string[] =>
      usdt === null ? [] : LIST_INVESTMENTS.filter((most) => usdt <= Number(most)),
    changes: 'living',
  },
} as const satisfies Record<FacetName, Facet & Readonly<Record<string, unknown>>>;

/** The direction that a bot's row tells; '' of one that ended before records had it. */
function sideOf({ bot }: Ranked): string {
  return isArchived(bot) ? (bot.record.side ?? '') : kindOf(bot.record.kind).terms(bot.record.payload).side;
}
