import type { Client, Work } from './work.ts';

/** Requests under way, counted: in all, of one client, and of all known devices of one address. */
export interface Places {
  /** Why there is none for a client who has used that part of his budget; null = there is one. */
  refusal(client: Client, sort: Work['sort'], used: number): { readonly status: 429 | 503; retryAfterS: number } | null;
  /** Takes one. What is returned frees it, once. */
  take(client: Client, sort: Work['sort']): () => void;
}

type Count = { readonly [S in Work['sort']]: number };

/** Of all strangers together. Slow sorts have few, so that the quick ones stay quick. */
const STRANGERS: Count = { page: 48, read: 48, heavy: 24, login: 256, stream: 2_500, body: 1_000, file: 1_000 };
const DEVICES: Count = { page: 96, read: 128, heavy: 48, login: 64, stream: 2_500, body: 1_000, file: 1_000 };
/** Of the devices of one address: whoever makes many leaves the others half the house. */
const HOUSE: Count = { page: 48, read: 64, heavy: 24, login: 32, stream: 256, body: 256, file: 256 };
/** Of one client: a browser opens six connections; some clients share an address. */
const ONE = { address: 40, device: 48 };
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

export function createPlaces(): Places {
  const taken = { address: emptyPlaces(), device: emptyPlaces() };
  const underWay = new Map<string, number>();
  const count = (slot: string) => underWay.get(slot) ?? 0;

  function leave(slot: string): void {
    const left = count(slot) - 1;
    if (left > 0) underWay.set(slot, left);
    else underWay.delete(slot);
  }

  /** Whether the client, or the devices of his address together, have as many as they may. */
  function isCrowd(client: Client, sort: Work['sort']): boolean {
    const [own, house] = slotsOf(client, sort);
    const most = sort === 'stream' ? ONE_STREAMS : ONE;
    return (
      (own !== undefined && count(own) >= most[kindOf(client)]) || (house !== undefined && count(house) >= HOUSE[sort])
    );
  }

  return {
    refusal(client, sort, used) {
      const kind = kindOf(client);
      const load = taken[kind][sort] / (kind === 'address' ? STRANGERS : DEVICES)[sort];
      const isFull = load >= 1;
      const crowd = isCrowd(client, sort);
      // Streams stay: they neither wait for what is over soon, nor keep it out.
      if (sort === 'stream') return crowd || isFull ? { status: crowd ? 429 : 503, retryAfterS: STREAM_RETRY_S } : null;
      const isGreedy = load > CALM && used > 1 - load;
      return crowd || isFull || isGreedy ? { status: 503, retryAfterS: isFull ? FULL_HOUSE_S : 1 } : null;
    },
    take(client, sort) {
      const places = taken[kindOf(client)];
      const slots = slotsOf(client, sort);
      places[sort] += 1;
      for (const slot of slots) underWay.set(slot, count(slot) + 1);
      let isOut = false;
      return () => {
        if (isOut) return;
        isOut = true;
        places[sort] -= 1;
        slots.forEach(leave);
      };
    },
  };
}

/** Where a client's request is counted: with his own, and a device's with those of its address. Nobody's address has no count. */
function slotsOf({ address, device }: Client, sort: Work['sort']): readonly string[] {
  const sorts = sort === 'stream' ? 'stream ' : '';
  if (device === null) return address === '' ? [] : [`${sorts}address ${address}`];
  return [`${sorts}device ${device}`, ...(address === '' ? [] : [`house ${sort} ${address}`])];
}

function kindOf({ device }: Client): 'address' | 'device' {
  return device === null ? 'address' : 'device';
}

function emptyPlaces(): Record<Work['sort'], number> {
  return { page: 0, read: 0, heavy: 0, login: 0, stream: 0, body: 0, file: 0 };
}
