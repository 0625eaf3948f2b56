import { type RateLimit, rateLimit } from '#lib/limits/rate-limit.ts';
import type { Work } from './work.ts';

/**
 * Who may come in now. Two questions: has this client work left in its budget (429 when not), and is there a place for
 * work of this sort (503 when not). As places fill, those who have used most of their budget are sent away first, so
 * that a newcomer finds one in the middle of a flood. Browsers that have logged in before have budgets and places of
 * their own: strangers cannot take them.
 */
export interface Admission {
  enter(client: Client, work: Work): Promise<Entrance>;
}

export interface Client {
  /** '' when nobody knows it: such requests share the places, but no budget. */
  readonly address: string;
  /** Id of a device that has logged in before; null for strangers. */
  readonly device: string | null;
}

export type Entrance =
  | { readonly isIn: true; leave(): void }
  | { readonly isIn: false; readonly status: 429 | 503; readonly retryAfterS: number };

export interface AdmissionOptions {
  /** Units of work a second that one address may ask for. A known device has twice that. */
  readonly addressBudget: number;
  nowMs(): number;
}

const WINDOW_SECONDS = 10;

/** Requests under way at once, of all strangers together. Slow sorts have few, so that the quick ones stay quick. */
const STRANGERS: { readonly [S in Work['sort']]: number } = {
  page: 48,
  read: 48,
  heavy: 24,
  login: 256,
  stream: 2_500,
};
const DEVICES: { readonly [S in Work['sort']]: number } = { page: 96, read: 128, heavy: 48, login: 64, stream: 2_500 };
/** Of one client: a browser opens six connections; some clients share an address. */
const ONE_STRANGER = 40;
const ONE_DEVICE = 48;
/** Event streams of one client, counted by themselves: a window has one while it is looked at. */
const ONE_STREAMS = { address: 40, device: 16 };
/**
 * When there is no place at all the sent come back later than when only the greedy are sent away: each of them costs a
 * fifth of what it costs to serve one, and at ten times the capacity that is paid out of everybody's service.
 */
const FULL_HOUSE_S = 3;
/** Whoever has no stream asks at intervals meanwhile. */
const STREAM_RETRY_S = 10;
/** While fewer places than this part are taken nobody is sent away. */
const CALM = 0.25;

export function createAdmission({ addressBudget, nowMs }: AdmissionOptions): Admission {
  const budgets = {
    address: rateLimit({ points: addressBudget * WINDOW_SECONDS, seconds: WINDOW_SECONDS, nowMs }),
    device: rateLimit({ points: 2 * addressBudget * WINDOW_SECONDS, seconds: WINDOW_SECONDS, nowMs }),
  };
  const taken = { address: emptyPlaces(), device: emptyPlaces() };
  const underWay = new Map<string, number>();

  /** Why there is no place; null = there is one. Streams stay: they neither wait for what is over soon, nor keep it out. */
  function isFull(who: Who, sort: Work['sort'], slot: string, used: number): 429 | 503 | null {
    const isNamed = !slot.endsWith('address ');
    const mine = isNamed ? (underWay.get(slot) ?? 0) : 0;
    const load = taken[who][sort] / most(who)[sort];
    if (sort === 'stream') return mine >= ONE_STREAMS[who] ? 429 : load >= 1 ? 503 : null;
    const isCrowd = mine >= (who === 'address' ? ONE_STRANGER : ONE_DEVICE);
    return isCrowd || load >= 1 || (load > CALM && used > 1 - load) ? 503 : null;
  }

  function leave(places: Record<Work['sort'], number>, sort: Work['sort'], key: string): void {
    places[sort] -= 1;
    const left = (underWay.get(key) ?? 1) - 1;
    if (left > 0) underWay.set(key, left);
    else underWay.delete(key);
  }

  return {
    async enter({ address, device }, { sort, cost }) {
      const who = device === null ? 'address' : 'device';
      const key = `${who} ${device ?? address}`;
      const budget = budgets[who];
      const waitMs = key === 'address ' ? 0 : await budget.take(key, cost);
      if (waitMs > 0) return { isIn: false, status: 429, retryAfterS: Math.ceil(waitMs / 1_000) };
      const used = await usedPart(budget, key);
      // From here on nothing waits: a place that is seen free is taken.
      const slot = sort === 'stream' ? `stream ${key}` : key;
      const places = taken[who];
      const status = isFull(who, sort, slot, used);
      if (status !== null) {
        const isFullHouse = places[sort] >= most(who)[sort];
        return {
          isIn: false,
          status,
          retryAfterS: sort === 'stream' ? STREAM_RETRY_S : isFullHouse ? FULL_HOUSE_S : 1,
        };
      }
      places[sort] += 1;
      underWay.set(slot, (underWay.get(slot) ?? 0) + 1);
      let isOut = false;
      return {
        isIn: true,
        leave() {
          if (!isOut) leave(places, sort, slot);
          isOut = true;
        },
      };
    },
  };
}

type Who = 'address' | 'device';

function most(who: Who): { readonly [S in Work['sort']]: number } {
  return who === 'address' ? STRANGERS : DEVICES;
}

function emptyPlaces(): Record<Work['sort'], number> {
  return { page: 0, read: 0, heavy: 0, login: 0, stream: 0 };
}

async function usedPart(budget: RateLimit, key: string): Promise<number> {
  return (await budget.used(key)) / budget.points;
}
