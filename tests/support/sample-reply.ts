import { z } from 'zod';
import { indicatorConditions } from '#lib/contract/kinds/indicator.ts';
import { READINGS } from '#lib/contract/readings.ts';
import { refusalData } from '#lib/contract/wire.ts';
import { SAMPLES } from './sample-requests.ts';

/** A reply that keeps the contract, made of its shape alone: two rows in every list, every property there. */

const TEXTS = [
  'text',
  '1.5',
  'BTC_USDT',
  'BTC',
  '2026-01-01',
  '0123456789abcdef',
  '0123456789abcdef-1',
  '1',
  '--',
  '',
  '1-2',
].concat('0123456789abcdef'.repeat(2));
const NUMBERS = [1.5, 2, 1];

export type Path = readonly (string | number)[];

/** A value of a sample and what the contract says of it. */
export interface Leaf {
  readonly path: Path;
  readonly schema: z.ZodType;
  readonly value: unknown;
  /** It, or the choice that it is one of, must be there. */
  isNeeded: boolean;
}

export interface Sample {
  readonly value: Record<string, unknown>;
  /** Single values, of the first row of each list only. */
  readonly leaves: readonly Leaf[];
  /** Lists, by path. */
  readonly lists: readonly Path[];
  /** Objects, by path; [] is the reply itself. */
  readonly objects: readonly Path[];
}

function firstThatFits(schema: z.ZodType, candidates: readonly unknown[]): unknown {
  const found = candidates.find((one) => schema.safeParse(one).success);
  if (found === undefined) throw new Error('no sample fits: give the table one that does');
  return found;
}

export function sampleReply(reply: z.ZodType): Sample {
  const leaves: Leaf[] = [];
  const lists: Path[] = [];
  const objects: Path[] = [];

  function leaf(schema: z.ZodType, path: Path, candidates: readonly unknown[], isTold: boolean): unknown {
    const value = firstThatFits(schema, candidates);
    if (isTold) leaves.push({ path, schema, value, isNeeded: READINGS.get(schema)?.isNeeded === true });
    return value;
  }

  function make(schema: z.ZodType, path: Path, isTold: boolean): unknown {
    if (schema === indicatorConditions) return SAMPLES.saveConditionSet.body?.compose_conditions;
    if (READINGS.get(schema)?.form === 'flag') return leaf(schema, path, [1], isTold);
    if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
      return make(schema.unwrap() as z.ZodType, path, isTold);
    }
    if (schema instanceof z.ZodObject) {
      if (isTold) objects.push(path);
      const entries = Object.entries(schema.shape as Record<string, z.ZodType>);
      return Object.fromEntries(entries.map(([key, one]) => [key, make(one, [...path, key], isTold)]));
    }
    if (schema instanceof z.ZodArray) {
      if (isTold) lists.push(path);
      const row = schema.element as z.ZodType;
      return [make(row, [...path, 0], isTold), make(row, [...path, 1], false)];
    }
    if (schema instanceof z.ZodTuple) {
      return (schema.def.items as z.ZodType[]).map((item, index) => make(item, [...path, index], isTold));
    }
    if (schema instanceof z.ZodRecord)
      return { BTC_USDT: make(schema.valueType as z.ZodType, [...path, 'BTC_USDT'], isTold) };
    if (schema instanceof z.ZodUnion) {
      const options = (schema.options as z.ZodType[]).filter((option) => option !== refusalData);
      // Figures before the words that stand for none.
      const value = make(options.find((option) => !(option instanceof z.ZodLiteral)) as z.ZodType, path, isTold);
      const own = leaves.at(-1);
      if (own !== undefined && own.path === path && READINGS.get(schema)?.isNeeded === true) own.isNeeded = true;
      return value;
    }
    if (schema instanceof z.ZodEnum) return leaf(schema, path, schema.options.toReversed(), isTold);
    if (schema instanceof z.ZodLiteral) return leaf(schema, path, [...schema.values], isTold);
    if (schema instanceof z.ZodNumber) return leaf(schema, path, NUMBERS, isTold);
    if (schema instanceof z.ZodBoolean) return leaf(schema, path, [true], isTold);
    if (schema instanceof z.ZodNull) return null;
    if (schema instanceof z.ZodUnknown) return 'anything';
    return leaf(schema, path, TEXTS, isTold);
  }

  const value = make(reply, [], true) as Record<string, unknown>;
  if ('code' in value) value.code = 200;
  return { value, leaves, lists, objects };
}

/** The value at a path. */
export function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((part, key) => (part as Record<string | number, unknown> | undefined)?.[key], value);
}

/** A copy with another value at a path; undefined takes it away. */
export function withValue(value: unknown, path: Path, next: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return next;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string | number, unknown>;
  const own = withValue(copy[key], rest, next);
  if (own === undefined && !Array.isArray(copy)) delete copy[key];
  else copy[key] = own;
  return copy;
}
