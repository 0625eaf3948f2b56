import { z } from 'zod';
import { BOT_STEPS } from './bot-words.ts';
import { isRecord } from './is-record.ts';
import { type HowRead, LAST_SECOND, READINGS } from './readings.ts';

/**
 * Reads JSON of an exchange that does not keep the contract to the letter: ids, numbers and flags are taken in whatever
 * type they come, what is only shown has a stand-in, a row that cannot be read is left out and counted. What the result
 * has is what the contract says, except that a decimal nobody gave is '' (screens show "--").
 */

/** "Cannot be read, and nothing may stand in": goes up to the next list, which leaves the row out, or fails the reply. */
export const MISS = Symbol('miss');

/** What was found odd, by place ("data[].market"); places and counts, never values. */
export interface Findings {
  /** The first value that could not be read and had no stand-in since the last dropped row. */
  missed: string | null;
  /** Rows left out, by the place that could not be read in them. */
  readonly dropped: Map<string, number>;
}

export interface Reader {
  /** The value as the contract has it, or MISS. */
  read(value: unknown, at: string, findings: Findings): unknown;
  /** What stands in when there is none, or MISS. */
  readonly standIn: unknown;
  /** It reads a list, or what has one: nothing stands in for one that is there and cannot be read, but within a row. */
  readonly hasList?: boolean;
}

const readers = new WeakMap<z.core.$ZodType, Reader>();

/** The reader of a shape; made once. */
export function readerOf(schema: z.core.$ZodType): Reader {
  const known = readers.get(schema);
  if (known !== undefined) return known;
  const made = withRemarks(schema, makeReader(schema));
  readers.set(schema, made);
  return made;
}

function remarksOn(schema: z.core.$ZodType): HowRead | undefined {
  return READINGS.get(schema as z.ZodType);
}

/** A missed value is noted where it was missed, and what contains it only passes it on. */
export function miss(at: string, findings: Findings): typeof MISS {
  findings.missed ??= at;
  return MISS;
}

function withRemarks(schema: z.core.$ZodType, reader: Reader): Reader {
  const how = remarksOn(schema);
  if (how?.isNeeded === true) return { read: reader.read, standIn: MISS };
  return how !== undefined && 'standIn' in how ? { read: reader.read, standIn: how.standIn } : reader;
}

function makeReader(schema: z.core.$ZodType): Reader {
  const { def } = schema._zod as z.core.$ZodTypes['_zod'];
  const form = remarksOn(schema)?.form;
  if (form === 'flag') return leaf(schema, asFlag, 0);
  switch (def.type) {
    case 'string':
      return leaf(schema, form === undefined ? asText : (TEXTS[form] ?? asText), '');
    case 'number':
      return leaf(schema, form === 'seconds' ? asSeconds : asNumber, 0);
    case 'boolean':
      return leaf(schema, asBoolean, false);
    case 'literal':
      return leaf(schema, asText, def.values.length === 1 ? def.values[0] : '');
    case 'enum':
      return leaf(schema, form === 'step' ? asStep : asText, '');
    case 'object':
      return objectReader(def.shape);
    case 'array':
      return arrayReader(def.element);
    case 'tuple':
      return tupleReader(def.items);
    case 'record':
      return recordReader(def.valueType);
    case 'union':
      return unionReader(def.options);
    case 'nullable':
      // "None" is said by null; what an exchange may leave out altogether is left out.
      return { ...orElse(def.innerType, null), hasList: readerOf(def.innerType).hasList === true };
    case 'optional':
      return orElse(def.innerType, undefined);
    case 'null':
      return { read: () => null, standIn: null };
    case 'unknown':
      return { read: (value) => value ?? null, standIn: null };
    default:
      throw new Error(`replies have no values of kind "${def.type}": teach the reader`);
  }
}

/** A single value: taken as it is when it fits, else as `coerce` makes it of another type; the stand-in must fit as well. */
function leaf(schema: z.core.$ZodType, coerce: (value: unknown) => unknown, standIn: unknown): Reader {
  const fits = (value: unknown): boolean => z.safeParse(schema, value).success;
  const isFigure = remarksOn(schema)?.form === 'decimal';
  return {
    read: (value, at, findings) => {
      if (fits(value)) return value;
      const coerced = value === null || value === undefined ? MISS : coerce(value);
      return coerced !== MISS && fits(coerced) ? coerced : miss(at, findings);
    },
    standIn: isFigure || fits(standIn) ? standIn : MISS,
  };
}

/** Within a row a list is for show, and the row is more than that. Elsewhere it is what was asked for: unknown is not none. */
function isWithinRow(at: string): boolean {
  return at.includes('[]');
}

/** A property's value, its stand-in where it cannot be read, or MISS. */
export function property(reader: Reader, value: unknown, at: string, findings: Findings): unknown {
  if (reader.standIn === MISS) return reader.read(value, at, findings);
  const { missed } = findings;
  const read = reader.read(value, at, findings);
  if (read !== MISS) return read;
  if (reader.hasList === true && !isEmpty(value) && !isWithinRow(at)) return MISS;
  findings.missed = missed;
  return reader.standIn;
}

function fieldAt(value: unknown, way: readonly string[]): unknown {
  return way.reduce((outer: unknown, key) => (isRecord(outer) ? outer[key] : undefined), value);
}

/** What a field is read from: from where it is also told, too, where it is missing or nothing that can be read. */
function givenOf(
  value: Readonly<Record<string, unknown>>,
  key: string,
  otherWay: readonly string[],
  reader: Reader,
): unknown {
  const own = value[key] ?? undefined;
  const other = otherWay.length > 0 ? (fieldAt(value, otherWay) ?? undefined) : undefined;
  if (own === undefined || other === undefined) return own ?? other;
  return reader.read(own, '', { missed: null, dropped: new Map() }) === MISS ? other : own;
}

export function objectReader(shape: Readonly<Record<string, z.core.$ZodType>>): Reader {
  const properties = Object.entries(shape).map(
    ([key, schema]) => [key, readerOf(schema), remarksOn(schema)?.alsoNamed?.split('.') ?? []] as const,
  );
  const canStandIn = properties.every(([, { standIn }]) => standIn !== MISS);
  const read: Reader['read'] = (value, at, findings) => {
    if (!isRecord(value)) return miss(at, findings);
    const result: Record<string, unknown> = {};
    for (const [key, reader, otherWay] of properties) {
      const own = property(reader, givenOf(value, key, otherWay, reader), at === '' ? key : `${at}.${key}`, findings);
      if (own === MISS) return MISS;
      if (own !== undefined) result[key] = own;
    }
    return result;
  };
  const empty = Object.fromEntries(properties.map(([key, { standIn }]) => [key, standIn]));
  return { read, standIn: canStandIn ? empty : MISS, hasList: properties.some(([, one]) => one.hasList === true) };
}

/** Rows that cannot be read are left out and counted; a list of which none can be read is no empty list. An empty object or text is an empty list, as some languages write it. */
function arrayReader(element: z.core.$ZodType): Reader {
  const row = readerOf(element);
  return {
    read: (value, at, findings) => {
      if (!Array.isArray(value)) return isEmpty(value) ? [] : miss(at, findings);
      const rows: unknown[] = [];
      for (const one of value) {
        const { missed } = findings;
        findings.missed = null;
        const read = row.read(one, `${at}[]`, findings);
        if (read !== MISS) rows.push(read);
        else countDropped(findings, `${at}[]`);
        findings.missed = missed;
      }
      const isLost = rows.length === 0 && value.length > 0 && !isWithinRow(at);
      return isLost ? miss(findings.dropped.keys().next().value ?? at, findings) : rows;
    },
    standIn: [],
    hasList: true,
  };
}

function countDropped(findings: Findings, at: string): void {
  const place = findings.missed ?? at;
  findings.dropped.set(place, (findings.dropped.get(place) ?? 0) + 1);
}

/** Places of a tuple say what they are: none may be missing. */
function tupleReader(items: readonly z.core.$ZodType[]): Reader {
  const places = items.map((item) => readerOf(item));
  return {
    read: (value, at, findings) => {
      if (!Array.isArray(value)) return miss(at, findings);
      const read = places.map((place, index) => place.read(value[index], `${at}.${index}`, findings));
      return read.includes(MISS) ? MISS : read;
    },
    standIn: MISS,
  };
}

function recordReader(valueType: z.core.$ZodType): Reader {
  const reader = readerOf(valueType);
  return {
    read: (value, at, findings) => {
      if (!isRecord(value)) return isEmpty(value) ? {} : miss(at, findings);
      const result: Record<string, unknown> = {};
      for (const [key, one] of Object.entries(value)) {
        const { missed } = findings;
        const read = property(reader, one, `${at}.*`, findings);
        if (read !== MISS) result[key] = read;
        else countDropped(findings, `${at}.*`);
        findings.missed = missed;
      }
      return result;
    },
    standIn: {},
  };
}

/** The first option that can be read. '' or '--' stands in where it is one of the options, or one is a figure. */
function unionReader(options: readonly z.core.$ZodType[]): Reader {
  const choices = options.map((option) => readerOf(option));
  const words = ['', '--'].filter((word) => options.some((option) => z.safeParse(option, word).success));
  const hasFigure = choices.some(({ standIn }) => standIn === '');
  return {
    read: (value, at, findings) => {
      const exact = options.find((option) => z.safeParse(option, value).success);
      if (exact !== undefined) return z.parse(exact, value);
      const { missed } = findings;
      for (const choice of choices) {
        const read = choice.read(value, at, findings);
        findings.missed = missed;
        if (read !== MISS) return read;
      }
      return miss(at, findings);
    },
    standIn: words[0] ?? (hasFigure ? '' : MISS),
  };
}

function orElse(inner: z.core.$ZodType, nothing: null | undefined): Reader {
  const reader = readerOf(inner);
  return {
    read: (value, at, findings) => (value === null || value === undefined ? nothing : reader.read(value, at, findings)),
    standIn: nothing,
  };
}

/** What exchanges send for "none" where a list or an object belongs. */
export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  return Array.isArray(value) ? value.length === 0 : isRecord(value) && Object.keys(value).length === 0;
}

function asFlag(value: unknown): unknown {
  const isOn = asBoolean(value);
  return isOn === MISS ? MISS : isOn === true ? 1 : 0;
}

function asBoolean(value: unknown): unknown {
  if (value === true || value === 1 || value === '1' || value === 'true') return true;
  return value === false || value === 0 || value === '0' || value === 'false' ? false : MISS;
}

/** A number; of a text what it says, of a flag 1 or 0. Fractions of whole numbers are cut: a time with milliseconds. */
function asNumber(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'number') return Math.trunc(value);
  if (typeof value !== 'string' || value.trim() === '') return MISS;
  const number = Number(value);
  return Number.isFinite(number) ? number : MISS;
}

/** A moment that some exchanges give in milliseconds, or finer still. */
function asSeconds(value: unknown): unknown {
  const number = asNumber(value);
  if (typeof number !== 'number') return number;
  let seconds = number;
  while (seconds > LAST_SECOND && Number.isFinite(seconds)) seconds /= 1_000;
  return Math.floor(seconds);
}

function asFirst(value: unknown): unknown {
  const text = asText(value);
  return typeof text === 'string' ? text.split(',')[0]?.trim() : MISS;
}

/** How texts of a form are read. */
const TEXTS: { readonly [F in NonNullable<HowRead['form']>]?: (value: unknown) => unknown } = {
  decimal: decimalText,
  first: asFirst,
};

/** A step by its number (M-122), or its name with other marks between the words. */
function asStep(value: unknown): unknown {
  const name = asText(value);
  if (typeof name !== 'string') return MISS;
  const text = name.toLowerCase();
  return BOT_STEPS[/^\d+$/.test(text) ? Number(text) : -1] ?? text.replace(/[\s_]+/g, '-');
}

function asText(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (typeof value === 'number') return decimalText(value);
  return typeof value === 'string' ? value.trim() : MISS;
}

const NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i;
/** Decimals that the wire has at most; what is finer is cut off, towards zero. */
const WIRE_DECIMALS = 18;

/** A number or a text with an exponent as a plain decimal: 1e-5 is "0.00001". Exact; MISS when it is no number. */
export function decimalText(value: unknown): string | typeof MISS {
  if (typeof value !== 'string' && typeof value !== 'number') return MISS;
  const match = NUMBER.exec(String(value).trim());
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match ?? [];
  const digits = whole + fraction;
  if (digits === '') return MISS;
  const point = whole.length + Number(exponent);
  const padded = digits.padEnd(Math.max(point, 0), '0').padStart(digits.length + Math.max(0, 1 - point), '0');
  const at = Math.max(point, 1);
  const integer = padded.slice(0, at).replace(/^0+(?=\d)/, '');
  const rest = padded.slice(at, at + WIRE_DECIMALS);
  const text = rest === '' ? integer : `${integer}.${rest}`;
  return sign === '-' && /[1-9]/.test(text) ? `-${text}` : text;
}
