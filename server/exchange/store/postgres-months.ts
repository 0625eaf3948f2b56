import type { Client } from 'pg';

/** How long making waits for whoever else changes the journal (a VACUUM, an ALTER TABLE of somebody's). */
const LOCK_WITHIN_MS = 500;
/** When it is tried again. There is time: it is the next month's, and turns of this one go on. */
const AGAIN_MS = 5_000;

export interface MonthsParts {
  /** A connection of its own: whoever else holds the journal must hold neither turns nor the lease. */
  readonly connected: () => Promise<Client>;
  readonly nowMs: () => number;
}

/** The journal's partitions, made a month ahead by who has the lease. */
export interface Months {
  /** Told every month that the database says it is: makes what is missing of this and the next. Resolves when it has tried; a later word tries again. */
  see(month: number): Promise<void>;
}

export function keepMonths({ connected, nowMs }: MonthsParts): Months {
  let made: number | null = null;
  let triedMs = Number.NEGATIVE_INFINITY;
  let making: Promise<void> | null = null;

  async function make(month: number): Promise<void> {
    const client = await connected();
    try {
      await client.query(`SET lock_timeout = ${LOCK_WITHIN_MS}`);
      await client.query('SELECT exchange.make_month($1), exchange.make_month($1 + 1)', [month]);
      made = month;
    } finally {
      client.end().catch(() => {});
    }
  }

  return {
    see(month) {
      if (made !== null && month <= made) return Promise.resolve();
      if (making !== null) return making;
      if (nowMs() - triedMs < AGAIN_MS) return Promise.resolve();
      triedMs = nowMs();
      // The server's own log says why it failed. A month that is there by nobody's making ends the exchange, which makes it when it opens.
      making = make(month)
        .catch(() => {})
        .finally(() => {
          making = null;
        });
      return making;
    },
  };
}
