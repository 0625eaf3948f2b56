import { z } from 'zod';
import { isRecord } from './is-record.ts';
import { READINGS } from './readings.ts';
import { wordsOfRefusal } from './refusal-words.ts';
import { placesOf, type ReplyPlaces, withoutRefusal } from './reply-places.ts';
import { type Findings, isEmpty, MISS, property, type Reader, readerOf } from './tolerant-reader.ts';
import { CODE, isGoodCode } from './vocabulary.ts';
import { envelope, refusalData } from './wire.ts';

/** A reply as the contract has it, or where it could not be read. Places and counts only, never values. */
export type ReadReply =
  | {
      readonly ok: true;
      readonly code: number;
      readonly value: unknown;
      /** Rows that could not be read and were left out, by the place that was missed in them. */
      readonly dropped: ReadonlyMap<string, number>;
    }
  | { readonly ok: false; readonly where: string };

/**
 * A refusal promises a code. Exchanges differ in what else they put into one (null, an empty list, a named field):
 * what is not a refusal's data is dropped. X51: the demand for the fund password may stand under data.
 */
const refusal = envelope(refusalData.extend({ require_fundpass: z.boolean().optional() }));

interface Success {
  readonly places: ReplyPlaces;
  /** The reply to the letter: with its data, and without what only refusals have. */
  readonly strict: z.ZodType;
  readonly tolerant: Reader;
}

const successes = new WeakMap<z.ZodType, Success>();

/**
 * Reads the text of a reply. What keeps the contract passes as it is (keys that it does not know are dropped); what
 * does not is read tolerantly, with its numbers as they were written, so that no digit of an amount is lost.
 */
export function readReply(reply: z.ZodType, text: string): ReadReply {
  const json = parseJson(text);
  const code = codeOf(json);
  if (code === null) return { ok: false, where: isRecord(json) ? 'code' : 'no object' };
  if (!isGoodCode(code)) return withWords(readWith(readerOf(refusal), json, code), wordsOfRefusal(json));
  const success = successOf(reply);
  const strict = success.strict.safeParse(json);
  if (strict.success) return { ok: true, code, value: strict.data, dropped: NONE };
  const written = success.places.placed(parseWritten(text) as Record<string, unknown>);
  return success.places.saysNothing(written)
    ? { ok: false, where: 'nothing of it' }
    : readWith(success.tolerant, written, code);
}

const NONE: ReadonlyMap<string, number> = new Map();

function readWith(reader: Reader, json: unknown, code: number): ReadReply {
  const findings: Findings = { missed: null, dropped: new Map() };
  const given = isRecord(json) && 'code' in json ? { ...json, code } : json;
  const value = reader.read(given, '', findings);
  return value === MISS
    ? { ok: false, where: findings.missed ?? 'reply' }
    : { ok: true, code, value: withCode(value, code), dropped: findings.dropped };
}

/** A refusal has its words in its message, wherever its exchange has put them. */
function withWords(read: ReadReply, message: string | null): ReadReply {
  if (!read.ok || message === null || !isRecord(read.value)) return read;
  return { ...read, value: { ...read.value, message } };
}

/** An envelope without a code is a good one; the contract's has one. */
function withCode(value: unknown, code: number): unknown {
  return isRecord(value) && 'code' in value ? { ...value, code } : value;
}

/** The code of a reply, as a number whatever it came as; 200 where a call has none; null when it is no code at all. */
function codeOf(json: unknown): number | null {
  if (!isRecord(json)) return null;
  const { code } = json;
  if (code === undefined || code === null) return CODE.ok;
  if (typeof code !== 'number' && typeof code !== 'string') return null;
  const number = typeof code === 'string' && code.trim() === '' ? Number.NaN : Number(code);
  return Number.isInteger(number) ? number : null;
}

function successOf(reply: z.ZodType): Success {
  const known = successes.get(reply);
  if (known !== undefined) return known;
  const made = makeSuccess(reply);
  successes.set(reply, made);
  return made;
}

function makeSuccess(reply: z.ZodType): Success {
  // A reply that is one of several shapes: the others are refusals.
  if (reply instanceof z.ZodUnion) return makeSuccess(reply.options[0] as z.ZodType);
  const places = placesOf(reply);
  if (!(reply instanceof z.ZodObject) || !('data' in reply.shape)) {
    return { places, strict: reply, tolerant: readerOf(reply) };
  }
  const declared = reply.shape.data as z.ZodType;
  const data = withoutRefusal(declared instanceof z.ZodOptional ? (declared.unwrap() as z.ZodType) : declared);
  const mayBeNull = data.safeParse(null).success;
  // Whoever asked tells by its data that a reply is whole: where there is none to have it is null, also where it was left out.
  const strict = reply.extend({ data: mayBeNull ? data.default(null) : data });
  const others = readerOf(reply.omit({ data: true }));
  const inner = readerOf(data);
  // Of a call that only says that it was carried out, no data can say otherwise.
  const isToldByCode = READINGS.get(data)?.standIn !== undefined;
  const tolerant: Reader = {
    read: (value, at, findings) => {
      const rest = others.read(value, at, findings);
      if (rest === MISS) return MISS;
      const given = (value as { data?: unknown }).data;
      const own = isToldByCode ? property(inner, given, 'data', findings) : readData(inner, given, findings);
      return own === MISS ? MISS : { ...(rest as object), ...(own === undefined ? {} : { data: own }) };
    },
    standIn: MISS,
  };
  return { places, strict, tolerant };
}

/** "None" is an empty list or an object of stand-ins. */
function readData(inner: Reader, given: unknown, findings: Findings): unknown {
  const value = inner.read(given, 'data', findings);
  return value === MISS && isEmpty(given) ? inner.standIn : value;
}

function parseJson(text: string, reviver?: (key: string, value: unknown, context: { source?: string }) => unknown) {
  try {
    return JSON.parse(text, reviver as Parameters<typeof JSON.parse>[1]) as unknown;
  } catch {
    return undefined;
  }
}

/** JSON with its long numbers as they were written; undefined when it is none. */
export function parseWritten(text: string): unknown {
  return parseJson(text, asWritten);
}

/** Doubles carry fifteen digits for certain: longer numbers stay the text that they were written as. */
const CERTAIN_DIGITS = 15;

function asWritten(_key: string, value: unknown, { source }: { source?: string }): unknown {
  if (typeof value !== 'number' || source === undefined) return value;
  return source.replace(/[^\d]/g, '').length > CERTAIN_DIGITS ? source : value;
}
