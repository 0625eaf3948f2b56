import type { Socket } from 'node:net';
import { subscriberOf } from './client-address.ts';

/**
 * Connections, bounded in number and in what waits to be read: so many a subscriber (client-address.ts) and in all, and who does not read
 * what was sent to him is cut, lest it stays in our memory for ever.
 */
export interface Connections {
  /** Takes a new connection in; one that is too many is cut at once. */
  add(socket: Socket): void;
  /** Cuts those that read too slowly. To be called every second or so. */
  sweep(): void;
  readonly count: number;
}

export interface ConnectionOptions {
  /** Whether an address is a proxy of ours, which speaks for many. */
  isProxy(address: string): boolean;
  nowMs(): number;
  readonly most?: number;
  readonly mostAnAddress?: number;
}

/** As many as there may be event streams, and what comes and goes beside them. */
const MOST = 6_000;
const MOST_AN_ADDRESS = 256;
/** A reader has this long, and a second more for each so many bytes that waited for him since he keeps us waiting, read by now or not: a file comes piece by piece, and always one waits. */
const PATIENCE_MS = 10_000;
const BYTES_A_SECOND = 16 * 1024;
/** What may wait for all readers together; beyond it those are cut of whom most waits, of each who keeps us waiting longest first. */
const MOST_WAITING_BYTES = 64 * 1024 * 1024;

/** Connections of one subscriber, or of a proxy of ours. */
interface Group {
  readonly isProxy: boolean;
  readonly all: Set<Open>;
}

interface Open {
  readonly socket: Socket;
  /** Since when something waits to be read; null = nothing does. */
  waitsSinceMs: number | null;
  /** Bytes that had been read by then. */
  readBefore: number;
}

export function createConnections(options: ConnectionOptions): Connections {
  const { isProxy, nowMs, most = MOST, mostAnAddress = MOST_AN_ADDRESS } = options;
  const groups = new Map<string, Group>();
  let count = 0;

  function forget(name: string, open: Open): void {
    const all = groups.get(name)?.all;
    if (all?.delete(open) !== true) return;
    count -= 1;
    if (all.size === 0) groups.delete(name);
  }

  /** The oldest connection of the subscriber who has most. */
  function mostGreedy(): Open | undefined {
    let greedy: Set<Open> | undefined;
    for (const { isProxy: speaksForMany, all } of groups.values()) {
      if (!speaksForMany && all.size > (greedy?.size ?? 0)) greedy = all;
    }
    return greedy?.values().next().value;
  }

  return {
    get count() {
      return count;
    },
    add(socket) {
      const address = socket.remoteAddress ?? '';
      const isOfProxy = isProxy(address);
      const name = isOfProxy ? `proxy ${address}` : subscriberOf(address);
      const group = groups.get(name) ?? { isProxy: isOfProxy, all: new Set() };
      if (group.all.size >= mostAnAddress && !isOfProxy) {
        socket.destroy();
        return;
      }
      if (count >= most) mostGreedy()?.socket.destroy();
      const open: Open = { socket, waitsSinceMs: null, readBefore: 0 };
      group.all.add(open);
      groups.set(name, group);
      count += 1;
      socket.once('close', () => forget(name, open));
    },
    sweep() {
      const backlogs: Backlog[] = [];
      for (const { isProxy: speaksForMany, all } of groups.values()) {
        const slow = [...all].filter((open) => isKeepingUsWaiting(open, nowMs()));
        backlogs.push(...(speaksForMany ? slow.map((open) => backlogOf([open])) : [backlogOf(slow)]));
      }
      cutBacklogs(backlogs);
    },
  };
}

/** What waits for one subscriber, or on one connection of a proxy of ours: nobody sees whose that is. */
interface Backlog {
  bytes: number;
  /** Who keeps us waiting longest is the last. */
  readonly slow: Open[];
}

function backlogOf(slow: Open[]): Backlog {
  const bytes = slow.reduce((sum, { socket }) => sum + socket.writableLength, 0);
  return { bytes, slow: slow.sort((a, b) => sinceOf(b) - sinceOf(a)) };
}

const sinceOf = (open: Open | undefined): number => open?.waitsSinceMs ?? 0;

/** Whether something waits to be read; who has had his time for it is cut. */
function isKeepingUsWaiting(open: Open, nowMs: number): boolean {
  const { bytesWritten, writableLength } = open.socket;
  if (writableLength === 0) {
    open.waitsSinceMs = null;
    return false;
  }
  if (open.waitsSinceMs === null) {
    open.waitsSinceMs = nowMs;
    open.readBefore = bytesWritten - writableLength;
  }
  const waited = bytesWritten - open.readBefore;
  const isOver = nowMs - open.waitsSinceMs > PATIENCE_MS + (waited / BYTES_A_SECOND) * 1_000;
  if (isOver) open.socket.destroy();
  return !isOver;
}

/** Down to what may wait in all. Answers hold no place while they are read: one address could have others' connections cut with its own, had those to go that were there before. */
function cutBacklogs(backlogs: readonly Backlog[]): void {
  let bytes = backlogs.reduce((sum, backlog) => sum + backlog.bytes, 0);
  const longestFirst = backlogs
    .filter(({ slow }) => slow.length > 0)
    .sort((a, b) => sinceOf(a.slow.at(-1)) - sinceOf(b.slow.at(-1)));
  while (bytes > MOST_WAITING_BYTES) {
    const most = longestFirst.reduce((one, other) => (other.bytes > one.bytes ? other : one));
    const open = most.slow.pop();
    if (open === undefined) return;
    const { writableLength } = open.socket;
    most.bytes -= writableLength;
    bytes -= writableLength;
    open.socket.destroy();
  }
}
