import { pino } from 'pino';
import { requestId } from './request-context.ts';
import { isFactorCode, SECRET_WORDS, scrub } from './scrub.ts';

/**
 * The log of every process: one JSON line an event, with the number of the request that it belongs to. Secrets never
 * reach it: values under their names are replaced whatever their depth, and text that looks like one is hidden.
 */
/** With what may stand before the word: new_password, clientSecret, __Host-strategybot. */
const SECRET_NAME = new RegExp(`^[\\w-]{0,40}?(?:${SECRET_WORDS})$`, 'i');
const MAX_DEPTH = 6;

export type LogFields = Readonly<Record<string, unknown>>;

export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

/** A value as it may be written: secrets hidden, errors as name, message, stack and cause, bigints as digits. */
function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return scrub(value);
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Error) {
    const { name, message, stack, cause } = value;
    return redact({ name, message, stack, ...(cause === undefined ? {} : { cause }) }, depth);
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return '…';
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      SECRET_NAME.test(name) || isFactorCode(name, item) ? '[redacted]' : redact(item, depth + 1),
    ]),
  );
}

/** Writes one line an event through `write`; `nowMs` stamps it. */
export function createLog(write: (line: string) => void, nowMs: () => number): Log {
  const logger = pino(
    {
      base: null,
      timestamp: () => `,"time":"${new Date(nowMs()).toISOString()}"`,
      mixin: () => (requestId() === '' ? {} : { request: requestId() }),
      // What an event says of itself never hides whose it is.
      mixinMergeStrategy: (fields, own) => ({ ...fields, ...own }),
      formatters: { level: (level) => ({ level }), log: (fields) => redact(fields) as Record<string, unknown> },
    },
    { write },
  );
  const line =
    (level: 'info' | 'warn' | 'error') =>
    (event: string, fields: LogFields = {}) =>
      logger[level]({ event, ...fields });
  return { info: line('info'), warn: line('warn'), error: line('error') };
}

/** The log of this process: lines on stderr, by the machine's time. */
export function processLog(): Log {
  return createLog((line) => void process.stderr.write(line), Date.now);
}
