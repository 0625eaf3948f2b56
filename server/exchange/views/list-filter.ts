import {
  LIST_DAYS,
  LIST_FALLS,
  LIST_INVESTMENTS,
  type LIST_SIDES,
  type StrategyType,
} from '#lib/contract/vocabulary.ts';
import { marketsOf } from '#lib/engine/bot-feeds.ts';
import { kindOf } from '#lib/kinds/exchange.ts';
import { isFinished } from '../bots/bot-record.ts';
import { isArchived } from '../bots/ended-bot.ts';
import { endedBefore } from '../bots/whole-days.ts';
import { countedAs } from './list-kind.ts';
import type { Ranked } from './ranking.ts';
import { runSeconds } from './strategy-row.ts';
import { isListed } from './visibility.ts';

/** What a list of public bots is narrowed to; what is not said does not narrow it. */
export interface PublicFilter {
  readonly kind?: StrategyType | undefined;
  /** Bots that trade it, portfolios that hold its coin among them. */
  readonly market?: string | undefined;
  /** The same of a coin, whatever it is traded against. */
  readonly coin?: string | undefined;
  /** Whether they stand on a contract. */
  readonly isOnContract?: boolean | undefined;
  readonly onlyOpenParams?: boolean | undefined;
  /** Leaves out what has ended. */
  readonly onlyLiving?: boolean | undefined;
  readonly mostFall?: (typeof LIST_FALLS)[number] | undefined;
  readonly leastDays?: (typeof LIST_DAYS)[number] | undefined;
  readonly side?: (typeof LIST_SIDES)[number] | undefined;
  readonly mostInvestment?: (typeof LIST_INVESTMENTS)[number] | undefined;
}

/** One property of bots that lists are narrowed by. */
export interface Facet {
  /** Values that a bot stands under. */
  values(entry: Ranked, atMs: number): readonly string[];
  /** The value that is wanted; undefined where the filter does not say. */
  wanted(filter: PublicFilter): string | undefined;
  /** Whether a bot may stand under another value at the next look: never, while it lives, or when it has ended as well. */
  readonly changes: 'never' | 'living' | 'always';
}

const DAY_SECONDS = 86_400;
/** Ended bots stay in the lists for so long (H57). */
const ENDED_STAY_MS = 90 * DAY_SECONDS * 1_000;
const YES = '1';

function ifSo(is: boolean): readonly string[] {
  return is ? [YES] : [];
}

function asked(is: boolean | undefined): string | undefined {
  return is === true ? YES : undefined;
}

/** What is hidden is in no list, whenever it was ranked; whatever was listed once counts for its provider, but lists do not show what ended long ago. */
function isShown({ bot }: Pick<Ranked, 'bot'>, atMs: number): boolean {
  return isListed(bot.record) && !endedBefore(bot, atMs - ENDED_STAY_MS);
}

export const FACETS = {
  shown: {
    values: (entry, atMs) => ifSo(isShown(entry, atMs)),
    wanted: () => YES,
    changes: 'always',
  },
  kind: {
    values: ({ bot: { record, spec } }) => [...new Set([record.kind, countedAs(record.kind, spec)])],
    wanted: ({ kind }) => kind,
    changes: 'never',
  },
  market: {
    values: ({ bot: { spec } }) => [...new Set(marketsOf(spec).map(({ market }) => market))],
    wanted: ({ market }) => market,
    changes: 'never',
  },
  coin: {
    values: ({ bot: { spec } }) => [...new Set(marketsOf(spec).map(({ market }) => market.split('_')[0] ?? ''))],
    wanted: ({ coin }) => coin,
    changes: 'never',
  },
  contract: {
    values: ({ bot: { spec } }) => [String(spec.contract !== undefined)],
    wanted: ({ isOnContract }) => (isOnContract === undefined ? undefined : String(isOnContract)),
    changes: 'never',
  },
  open: {
    values: ({ bot: { record } }) => ifSo(record.isOpenParams || record.isAi),
    wanted: ({ onlyOpenParams }) => asked(onlyOpenParams),
    changes: 'always',
  },
  living: {
    values: ({ bot: { record } }) => ifSo(!isFinished(record)),
    wanted: ({ onlyLiving }) => asked(onlyLiving),
    changes: 'living',
  },
  fall: {
    values: ({ drawdown }) => LIST_FALLS.filter((most) => drawdown <= Number(most)),
    wanted: ({ mostFall }) => mostFall,
    changes: 'living',
  },
  days: {
    values: ({ bot }, atMs) => {
      const seconds = runSeconds(bot, atMs);
      return LIST_DAYS.filter((least) => seconds >= Number(least) * DAY_SECONDS);
    },
    wanted: ({ leastDays }) => leastDays,
    changes: 'living',
  },
  side: { values: (entry) => [sideOf(entry)], wanted: ({ side }) => side, changes: 'never' },
  investment: {
    // Beside the looks (FacetIndex): a grid's lines are laid out to know what it needs, and only where somebody asks.
    values: () => [],
    /** `usdt`: what another bot like it needs at least, null where nobody is told. */
    under: (usdt: number | null): readonly string[] =>
      usdt === null ? [] : LIST_INVESTMENTS.filter((most) => usdt <= Number(most)),
    wanted: ({ mostInvestment }) => mostInvestment,
    changes: 'living',
  },
} as const satisfies Record<string, Facet & Readonly<Record<string, unknown>>>;

/** The direction that a bot's row tells; '' of one that ended before records had it. */
function sideOf({ bot }: Ranked): string {
  return isArchived(bot) ? (bot.record.side ?? '') : kindOf(bot.record.kind).terms(bot.record.payload).side;
}

export type FacetName = keyof typeof FACETS;

/** What a filter wants, property by property. */
export function wantedBy(filter: PublicFilter): readonly (readonly [FacetName, string])[] {
  return (Object.keys(FACETS) as FacetName[]).flatMap((name) => {
    const value = FACETS[name].wanted(filter);
    return value === undefined ? [] : [[name, value] as const];
  });
}

/** The same for filters that want the same. */
export function filterKey(filter: PublicFilter): string {
  return JSON.stringify(wantedBy(filter));
}
