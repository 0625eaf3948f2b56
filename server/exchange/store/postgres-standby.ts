import type { Client } from 'pg';
import { errorText } from '../../log/error-text.ts';
import { connect, writableServer } from './postgres-connection.ts';
import { isLeaseHeld } from './postgres-lease.ts';
import { marksIn } from './postgres-reads.ts';
import { readySchema } from './postgres-schema.ts';
import type { DatabaseNews } from './serve-database.ts';
import { assertSameMarks, type StoreMark } from './store-marks.ts';

/**
 * A connection is asked over for so long, then another is made: who could not take over, because its role may not log in any more, its
 * certificate has ended or another server was promoted, is told so while it waits and not when it is needed.
 */
const ANEW_MS = 10_000;

/** What a standby asks, four times a second and over one connection: whether the store is still what it could open, and whether somebody has it. */
export interface StandbyQuestion {
  /** Whether nobody has the lease; whoever then takes it looks at all servers anew. Rejects when the store is not one for us, or does not answer. */
  isFree(): Promise<boolean>;
  /** What it was needed for did not come about, because the server is not there. */
  failed(error: unknown): void;
  /** It did. */
  succeeded(): void;
  end(): void;
}

interface StandbyParts {
  readonly url: string;
  readonly marks?: readonly StoreMark[] | undefined;
  readonly news: Pick<DatabaseNews, 'reached'>;
  /** A clock that nobody sets, ms. */
  readonly nowMs: () => number;
}

export function openStandbyQuestion(
  { url, marks = [], news, nowMs }: StandbyParts,
  answerWithinMs: number,
): StandbyQuestion {
  let client: Client | null = null;
  let madeMs = 0;
  let isReached = true;

  function end(): void {
    // Nobody waits for its end: of a machine that is gone it would not come.
    void client?.end().catch(() => {});
    client = null;
  }

  async function connected(): Promise<Client> {
    if (client !== null && nowMs() - madeMs < ANEW_MS) return client;
    end();
    madeMs = nowMs();
    client = await connect(await writableServer(url), 'standby');
    return client;
  }

  function succeeded(): void {
    if (!isReached) news.reached(null);
    isReached = true;
  }

  return {
    async isFree() {
      const asked = await connected();
      // What ends in the middle of a question is rejected.
      const patience = setTimeout(end, answerWithinMs);
      try {
        await readySchema(asked);
        assertSameMarks(marks, await marksIn(asked));
        const isFree = !(await isLeaseHeld(asked));
        // Whether it can be opened as well is seen when it is: where it cannot, both would be told in turns.
        if (isFree) end();
        else succeeded();
        return isFree;
      } finally {
        clearTimeout(patience);
      }
    },
    failed(error) {
      end();
      if (isReached) news.reached(errorText(error));
      isReached = false;
    },
    succeeded,
    end,
  };
}
