import type { z } from 'zod';
import { CONTRACT } from '#lib/contract/contract.ts';
import { ENDPOINTS } from '#lib/contract/endpoints.ts';
import type { Upstream, UpstreamAnswer, UpstreamCall } from '../upstream/upstream-call.ts';
import { ListReader } from './list-reader.ts';
import type { Replica } from './replica.ts';

interface ReplicaParts {
  readonly replica: Replica;
  readonly nowMs: () => number;
  /** Told when the replica does not answer, and when it does again. */
  readonly onState: (isAnswering: boolean, error?: unknown) => void;
}

/** A replica that did not answer is not asked for so long. */
const LEFT_ALONE_MS = 1_000;

/** An upstream whose public lists are read from a replica while it has them; the exchange is asked for everything else, and whenever it has not. */
export function withReadReplica(upstream: Upstream, { replica, nowMs, onState }: ReplicaParts): Upstream {
  const reader = new ListReader(replica);
  let failedMs = Number.NEGATIVE_INFINITY;
  let isAnswering = true;
  let isReader = false;

  /** Once it is known whose role it is. */
  async function assertReader(): Promise<void> {
    if (!isReader) await replica.assertReadsListsAlone();
    isReader = true;
  }

  function tell(isIt: boolean, error?: unknown): void {
    if (isIt !== isAnswering) onState(isIt, error);
    isAnswering = isIt;
  }

  /** Null: the exchange is asked. */
  async function read(call: UpstreamCall): Promise<string | null> {
    const list = nowMs() - failedMs < LEFT_ALONE_MS ? null : listOf(reader, call);
    if (list === null) return null;
    try {
      await assertReader();
      const reply = await list();
      tell(true);
      return reply;
    } catch (error) {
      failedMs = nowMs();
      tell(false, error);
      return null;
    }
  }

  return {
    async call(call) {
      const reply = await read(call);
      return reply === null ? upstream.call(call) : answerOf(reply);
    },
    async close() {
      await Promise.all([replica.close(), upstream.close()]);
    },
  };
}

/** How the list is read that a call asks for; null when it is another call, or one that the exchange will refuse. */
function listOf(reader: ListReader, { method, path }: UpstreamCall): (() => Promise<string | null>) | null {
  const [asked = '', search = ''] = path.split('?');
  if (method !== 'GET') return null;
  const given = Object.fromEntries(new URLSearchParams(search));
  switch (asked) {
    case ENDPOINTS.recommendList.path:
      return parsed(CONTRACT.recommendList.query, given, (query) => reader.recommendList(query));
    case ENDPOINTS.signalerStrategies.path:
      return parsed(CONTRACT.signalerStrategies.query, given, (query) => reader.signalerStrategies(query));
    case ENDPOINTS.hotStrategies.path:
      return parsed(CONTRACT.hotStrategies.query, given, (query) => reader.hotStrategies(query));
    case ENDPOINTS.strategyClass.path:
      return parsed(CONTRACT.strategyClass.query, given, (query) => reader.strategyClass(query));
    default:
      return null;
  }
}

function parsed<S extends z.ZodType, T>(shape: S, given: object, read: (query: z.output<S>) => T): (() => T) | null {
  const query = shape.safeParse(given);
  return query.success ? () => read(query.data) : null;
}

function answerOf(reply: string): UpstreamAnswer {
  return { kind: 'answered', status: 200, cacheControl: 'no-store', retryAfter: null, body: Buffer.from(reply) };
}
