import { z } from 'zod';
import { isRecord } from './is-record.ts';
import { refusalData } from './wire.ts';

/** Where in a reply its fields are looked for: exchanges differ in what they put under `data` and what beside it. */
export interface ReplyPlaces {
  /** A success with its fields where the contract has them. */
  placed(reply: Record<string, unknown>): Record<string, unknown>;
  /** It has no code and nothing that was asked for: some other JSON (`{"error": …}`, a gateway's words), and no success. */
  saysNothing(reply: Record<string, unknown>): boolean;
}

const ENVELOPE: ReadonlySet<string> = new Set([
  'code',
  'message',
  'data',
  'require_fundpass',
  'page',
  'pagecount',
  'totalcount',
]);

/** A success never has a refusal's data: nothing malformed may pass for one. */
export function withoutRefusal(data: z.ZodType): z.ZodType {
  if (!(data instanceof z.ZodUnion) || !data.options.includes(refusalData)) return data;
  return data.options.find((option) => option !== refusalData) as z.ZodType;
}

export function placesOf(reply: z.ZodType): ReplyPlaces {
  const shape: Readonly<Record<string, z.ZodType>> = reply instanceof z.ZodObject ? reply.shape : {};
  const beside = Object.keys(shape).filter((key) => !ENVELOPE.has(key));
  const within = fieldsOf(shape.data).filter((key) => !ENVELOPE.has(key));
  const isAnyIn = (one: Record<string, unknown>, keys: readonly string[]): boolean =>
    keys.some((key) => isGiven(one[key]));

  return {
    placed(given) {
      const { data } = given;
      if (!isGiven(data)) return isAnyIn(given, within) ? { ...given, data: given } : given;
      return isRecord(data) && isAnyIn(data, beside) && !isAnyIn(given, beside) ? { ...data, ...given } : given;
    },
    saysNothing: (given) => !isGiven(given.code) && !isGiven(given.data) && !beside.some((key) => key in given),
  };
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** The fields of a call's data where it is one object. */
function fieldsOf(data: z.ZodType | undefined): string[] {
  const own = data instanceof z.ZodOptional ? withoutRefusal(data.unwrap() as z.ZodType) : data;
  return own instanceof z.ZodObject ? Object.keys(own.shape) : [];
}
