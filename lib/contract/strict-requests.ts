import { z } from 'zod';

/** A shape that holds other shapes: what zod says of it. */
interface Inner {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly element?: z.ZodType;
  readonly innerType?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly valueType?: z.ZodType;
  readonly in?: z.ZodType;
}

/**
 * The same shape, whose objects – those inside of it too – take the fields that they name and no other: what is accepted has an effect, or
 * is refused. Replies are read tolerantly, so what both share is made strict here and not where it is written.
 */
export function strictly(shape: z.ZodType): z.ZodType {
  const def = shape.def as Inner;
  const again = (changes: Partial<Inner> & { readonly catchall?: z.ZodType }): z.ZodType =>
    shape.clone({ ...shape.def, ...changes } as typeof shape.def);
  switch (def.type) {
    case 'object':
      return again({ shape: mapValues(def.shape ?? {}, strictly), catchall: z.never() });
    case 'array':
      return def.element === undefined ? shape : again({ element: strictly(def.element) });
    case 'union':
      return again({ options: (def.options ?? []).map(strictly) });
    case 'record':
      return def.valueType === undefined ? shape : again({ valueType: strictly(def.valueType) });
    case 'pipe':
      return def.in === undefined ? shape : again({ in: strictly(def.in) });
    default:
      return def.innerType === undefined ? shape : again({ innerType: strictly(def.innerType) });
  }
}

/** Calls by name, with bodies that are read strictly. */
export function withStrictBodies<T extends Readonly<Record<string, object>>>(calls: T): T {
  const made = mapValues(calls, (call) =>
    'body' in call && call.body instanceof z.ZodType ? { ...call, body: strictly(call.body) } : call,
  );
  // Each call keeps its name and its types: a strict shape has those of the shape that it was made of.
  return made as T;
}

function mapValues<V, W>(values: Readonly<Record<string, V>>, to: (value: V) => W): Record<string, W> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, to(value)]));
}
