import type { ParsedQueryOf } from './contract.ts';
import type { LIST_DAYS, LIST_FALLS, LIST_INVESTMENTS, LIST_SIDES, StrategyType } from './vocabulary.ts';

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

/** The value of a property that says yes. */
export const YES = '1';

function asked(is: boolean | undefined): string | undefined {
  return is === true ? YES : undefined;
}

/** Properties of bots that lists are narrowed by: the value that a filter wants, undefined where it does not say. */
const WANTED = {
  shown: (): string | undefined => YES,
  kind: ({ kind }: PublicFilter): string | undefined => kind,
  market: ({ market }: PublicFilter) => market,
  coin: ({ coin }: PublicFilter) => coin,
  contract: ({ isOnContract }: PublicFilter) => (isOnContract === undefined ? undefined : String(isOnContract)),
  open: ({ onlyOpenParams }: PublicFilter) => asked(onlyOpenParams),
  living: ({ onlyLiving }: PublicFilter) => asked(onlyLiving),
  fall: ({ mostFall }: PublicFilter): string | undefined => mostFall,
  days: ({ leastDays }: PublicFilter): string | undefined => leastDays,
  side: ({ side }: PublicFilter): string | undefined => side,
  investment: ({ mostInvestment }: PublicFilter): string | undefined => mostInvestment,
} as const;

export type FacetName = keyof typeof WANTED;
export const FACET_NAMES = Object.keys(WANTED) as readonly FacetName[];

/** What a filter wants, property by property. */
export function wantedBy(filter: PublicFilter): readonly (readonly [FacetName, string])[] {
  return FACET_NAMES.flatMap((name) => {
    const value = WANTED[name](filter);
    return value === undefined ? [] : [[name, value] as const];
  });
}

/** The same for filters that want the same. */
export function filterKey(filter: PublicFilter): string {
  return JSON.stringify(wantedBy(filter));
}

/** What the recommended list is narrowed to by a question for it. */
export function filterOfList(query: ParsedQueryOf<'recommendList'>): PublicFilter {
  return {
    ...(query.strategy_type === 'all' ? {} : { kind: query.strategy_type }),
    onlyOpenParams: query.params_open_type === '1',
    market: query.market,
    coin: query.coin,
    mostFall: query.max_draw_down,
    leastDays: query.min_days,
    side: query.side,
    mostInvestment: query.max_investment,
  };
}
