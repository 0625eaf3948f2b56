import type { z } from 'zod';
import { type StreamEvent, streamEvent } from './event-calls.ts';
import { isRecord } from './is-record.ts';
import { parseWritten } from './read-reply.ts';
import { type Findings, MISS, readerOf } from './tolerant-reader.ts';

/** An event as the contract has it, or what is to be done about one that cannot be read. */
export type ReadEvent =
  | { readonly ok: true; readonly event: StreamEvent; readonly dropped: ReadonlyMap<string, number> }
  /** `isMissed`: something was told and nobody knows what, so whatever is shown may have changed. Prices are told anew by themselves. */
  | { readonly ok: false; readonly where: string; readonly isMissed: boolean };

/** Which shape an event has. Its sort has to be said: it is never guessed from the rest. */
const SHAPES: ReadonlyMap<string, z.ZodObject> = new Map(
  streamEvent.options.map((option) => [option.shape.type.value, option]),
);

/** Reads the text of an event, tolerantly where it does not keep the contract: an operation of a later program is left out, the rest is told. */
export function readEvent(text: string): ReadEvent {
  const json = parseWritten(text);
  const strict = streamEvent.safeParse(json);
  if (strict.success) return { ok: true, event: strict.data, dropped: NONE };
  const type = isRecord(json) && typeof json.type === 'string' ? json.type : '';
  const isMissed = type !== 'tickers';
  const shape = SHAPES.get(type);
  if (shape === undefined) return { ok: false, where: 'event.type', isMissed };
  const findings: Findings = { missed: null, dropped: new Map() };
  const value = readerOf(shape).read(json, '', findings);
  const read = streamEvent.safeParse(value === MISS ? undefined : value);
  if (!read.success) return { ok: false, where: `event.${findings.missed ?? type}`, isMissed };
  const { data: event } = read;
  // Prices of which no row can be read are no prices.
  const isBare = event.type === 'tickers' && event.rows.length === 0 && findings.dropped.size > 0;
  return isBare ? { ok: false, where: 'event.rows', isMissed } : { ok: true, event, dropped: findings.dropped };
}

const NONE: ReadonlyMap<string, number> = new Map();
