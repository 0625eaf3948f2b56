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
/** A reader has this long, and a second more for each so many bytes that wait for him. */
const PATIENCE_MS = 10_000;
const BYTES_A_SECOND = 16 * 1024;
/** What may wait for all readers together; beyond it those who keep us waiting longest are cut. */
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
      const open: Open = { socket, waitsSinceMs: null };
      group.all.add(open);
      groups.set(name, group);
      count += 1;
      socket.once('close', () => forget(name, open));
    },
    sweep() {
      const waiting: Open[] = [];
      let bytes = 0;
      for (const { all } of groups.values()) {
        for (const open of all) {
          const length = open.socket.writableLength;
          if (length === 0) {
            open.waitsSinceMs = null;
            continue;
          }
          open.waitsSinceMs ??= nowMs();
          if (nowMs() - open.waitsSinceMs > PATIENCE_MS + (length / BYTES_A_SECOND) * 1_000) open.socket.destroy();
          else {
            bytes += length;
            waiting.push(open);
          }
        }
      }
      if (bytes <= MOST_WAITING_BYTES) return;
      waiting.sort((a, b) => (a.waitsSinceMs ?? 0) - (b.waitsSinceMs ?? 0));
      for (const { socket } of waiting) {
        if (bytes <= MOST_WAITING_BYTES) break;
        bytes -= socket.writableLength;
        socket.destroy();
      }
    },
  };
}
