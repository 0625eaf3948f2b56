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

  function tell(isIt: boolean, error?: unknown): void {
    if (isIt !== isAnswering) onState(isIt, error);
    isAnswering = isIt;
  }

  /** Null: the exchange is asked. */
  async function read(call: UpstreamCall): Promise<string | null> {
    const query = listQueryOf(call);
    if (query === null || nowMs() - failedMs < LEFT_ALONE_MS) return null;
    try {
      const reply = await reader.recommendList(query);
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

/** What a call asks of the recommended list; null when it is another call, or one that the exchange will refuse. */
function listQueryOf({ method, path }: UpstreamCall) {
  const [asked = '', search = ''] = path.split('?');
  if (method !== 'GET' || asked !== ENDPOINTS.recommendList.path) return null;
  const parsed = CONTRACT.recommendList.query.safeParse(Object.fromEntries(new URLSearchParams(search)));
  return parsed.success ? parsed.data : null;
}

function answerOf(reply: string): UpstreamAnswer {
  return { kind: 'answered', status: 200, cacheControl: 'no-store', retryAfter: null, body: Buffer.from(reply) };
}
