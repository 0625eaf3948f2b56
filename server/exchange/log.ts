/** JSON lines. Secrets never reach them: values under these names are replaced whatever their depth. */
const SECRET_NAMES = /^(password|fundpass|fund_password|token|authorization|cookie|set-cookie)$/i;
const MAX_DEPTH = 6;

export type LogFields = Readonly<Record<string, unknown>>;

export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

/** A value as it may be written: secrets replaced, errors as name, message and stack, bigints as digits. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Error) return { name: value.name, message: value.message, stack: value.stack };
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return '…';
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      SECRET_NAMES.test(name) ? '[redacted]' : redact(item, depth + 1),
    ]),
  );
}

/** Writes one line an event through `write`; `nowMs` stamps it. */
export function jsonLog(write: (line: string) => void, nowMs: () => number): Log {
  const line =
    (level: string) =>
    (event: string, fields: LogFields = {}) => {
      write(
        `${JSON.stringify({ time: new Date(nowMs()).toISOString(), level, event, ...(redact(fields) as object) })}\n`,
      );
    };
  return { info: line('info'), warn: line('warn'), error: line('error') };
}
