import { precedenceOf } from '#lib/contract/notification-words.ts';
import { fairLine } from '../surroundings/fair-line.ts';
import type { Delivery } from './outbox.ts';

/** Messages that are under way at a time. */
const AT_ONCE = 8;
/** And of one account: his slow receivers hold up nobody else. */
const AT_ONCE_OF_ONE = 2;
/**
 * Places of accounts in turns, however little their messages matter. A stranger with many accounts has warnings told as often as he
 * likes: they matter most, and would keep everybody's other messages from leaving.
 */
const IN_TURN = 2;

export interface UnderWay {
  readonly userId: number;
  readonly isInTurn: boolean;
}

/** What of this may begin, in its order: of each account as much as it has room for. */
export function readyOf(due: Iterable<Delivery>, underWay: ReadonlyMap<number, UnderWay>): Set<Delivery> {
  const busy = new Map<number, number>();
  for (const { userId } of underWay.values()) busy.set(userId, (busy.get(userId) ?? 0) + 1);
  const ready = new Set<Delivery>();
  for (const delivery of due) {
    const own = busy.get(delivery.userId) ?? 0;
    if (own >= AT_ONCE_OF_ONE || underWay.has(delivery.id)) continue;
    busy.set(delivery.userId, own + 1);
    ready.add(delivery);
  }
  return ready;
}

interface Next extends Pick<UnderWay, 'isInTurn'> {
  readonly delivery: Delivery;
}

/**
 * Which message leaves next of those that may (`ready`, what matters most first): what matters most, and in the places beside that
 * whatever it is, in both of the account that has waited longest. Null: there is none, or no place.
 */
export function deliveryLine(): (ready: ReadonlySet<Delivery>, underWay: ReadonlyMap<number, UnderWay>) => Next | null {
  const line = fairLine<Delivery>(({ userId }) => userId);
  return (ready, underWay) => {
    if (underWay.size >= AT_ONCE) return null;
    const inTurn = [...underWay.values()].filter((one) => one.isInTurn).length;
    const isInTurn = underWay.size - inTurn >= AT_ONCE - IN_TURN;
    const delivery = line(isInTurn ? firstOfEach(ready) : mostImportant(ready));
    return delivery === null ? null : { delivery, isInTurn };
  };
}

function* mostImportant(ready: Iterable<Delivery>): Iterable<Delivery> {
  let most: number | undefined;
  for (const delivery of ready) {
    const rank = precedenceOf(delivery.notice);
    most ??= rank;
    if (rank > most) return;
    yield delivery;
  }
}

/** Of each account what matters most to it. */
function* firstOfEach(ready: Iterable<Delivery>): Iterable<Delivery> {
  const seen = new Set<number>();
  for (const delivery of ready) {
    if (seen.has(delivery.userId)) continue;
    seen.add(delivery.userId);
    yield delivery;
  }
}
