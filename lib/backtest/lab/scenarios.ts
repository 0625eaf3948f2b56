/**
 * The bad days that a bot is taken through before it is created. Each is a rule laid over the markets' own last minutes, stated here and in
 * words beside its result (messages: `lab.rule`): nothing is drawn by lot, so that the same bot at the same minute comes to the same end.
 */

/** From this minute on the price is so far (a fraction) from where its own minutes have it; between two corners in a straight line. */
export interface Corner {
  readonly minute: number;
  readonly change: number;
}

export interface Scenario {
  readonly id: string;
  /** Minutes that the bot lives through; as many of the past are laid under it. */
  readonly minutes: number;
  /** Two corners at one minute are a gap. Of what turns round only the fall is written: the rise is its mirror. */
  readonly path: readonly Corner[];
  /** Paid at every settlement by the side that loses by it, 1e-8 of the position. Absent: none is settled. */
  readonly fundingE8?: bigint;
  /** The book holds one part of so many of what it usually does. */
  readonly thinness?: bigint;
  /** Minutes in which no price is seen, neither by the bot nor by who would liquidate it. */
  readonly blind?: { readonly from: number; readonly until: number };
  /** The day whose recorded minutes are lived through in place of the last ones (YYYY-MM-DD, UTC), as it was. */
  readonly day?: string;
}

const HOUR = 60;
const DAY = 24 * HOUR;
/** When the trouble begins: the bot has opened by then. */
const BEGIN = 6 * HOUR;

/** What the paper exchange settles at the most (server/exchange/market/contract-prices.ts). */
const SPIKE_FUNDING_E8 = 300_000n;

export const SCENARIOS = [
  {
    id: 'flash-crash',
    minutes: DAY,
    path: [
      { minute: BEGIN, change: 0 },
      { minute: BEGIN + 10, change: -0.3 },
      { minute: BEGIN + 70, change: -0.05 },
    ],
  },
  {
    id: 'gap',
    minutes: DAY,
    path: [
      { minute: BEGIN, change: 0 },
      { minute: BEGIN, change: -0.2 },
    ],
  },
  {
    id: 'slow-bleed',
    minutes: 30 * DAY,
    path: [
      { minute: 0, change: 0 },
      { minute: 30 * DAY, change: -0.4 },
    ],
  },
  { id: 'funding-spike', minutes: 7 * DAY, path: [], fundingE8: SPIKE_FUNDING_E8 },
  {
    id: 'thin-book',
    minutes: DAY,
    path: [
      { minute: BEGIN, change: 0 },
      { minute: BEGIN + HOUR, change: -0.15 },
    ],
    thinness: 100n,
  },
  {
    id: 'outage',
    minutes: DAY,
    path: [
      { minute: BEGIN, change: 0 },
      { minute: BEGIN + 2 * HOUR, change: -0.25 },
      { minute: BEGIN + 4 * HOUR, change: -0.15 },
    ],
    blind: { from: BEGIN, until: BEGIN + 2 * HOUR },
  },
  { id: 'may-2021', minutes: DAY, path: [], day: '2021-05-19' },
] as const satisfies readonly Scenario[];

export type ScenarioId = (typeof SCENARIOS)[number]['id'];

/** Which way it goes: the fall, or the same turned round, for bots that lose by a rise. Of funding: whether longs or shorts pay. */
export type Direction = 'fall' | 'rise';

/** A day that was is not turned round. */
export function directionsOf(scenario: Scenario): readonly Direction[] {
  return scenario.day === undefined ? ['fall', 'rise'] : ['fall'];
}

/** How far the price is from its own at this minute, a fraction; before `minute` where it jumps, unless it is asked for after. */
export function changeAt({ path }: Scenario, direction: Direction, minute: number, isAfter: boolean): number {
  const sign = direction === 'fall' ? 1 : -1;
  let [last, next]: [Corner | undefined, Corner | undefined] = [undefined, undefined];
  for (const corner of path) {
    if (corner.minute < minute || (isAfter && corner.minute === minute)) last = corner;
    else {
      next = corner;
      break;
    }
  }
  if (last === undefined) return sign * (next?.minute === minute ? next.change : (path[0]?.change ?? 0));
  if (next === undefined) return sign * last.change;
  const part = (minute - last.minute) / (next.minute - last.minute);
  return sign * (last.change + (next.change - last.change) * part);
}
