import { z } from 'zod';

/** Shapes that are made of those of all kinds. */

type Fields = Readonly<Record<string, z.ZodType>>;
type AllOf<Shape> = (Shape extends unknown ? (shape: Shape) => void : never) extends (shape: infer All) => void
  ? All
  : never;
type NamesIn<Shape> = Shape extends unknown ? keyof Shape & string : never;
type Said<Shape, Name extends string> = Shape extends Readonly<Record<Name, infer Field>> ? z.output<Field> : never;

/** What `anyFields` makes: each field that one of the shapes has, as any of them has it. */
export type AnyFields<Shape> = {
  readonly [Name in NamesIn<Shape>]: z.ZodOptional<z.ZodType<Said<Shape, Name>>>;
};

/** Every field of every shape; one that several have means the same in each. */
export function allFields<Shape extends Fields>(shapes: readonly Shape[]): AllOf<Shape> {
  return Object.assign({}, ...shapes);
}

/** Texts that are all empty. */
export function emptyTexts<Shape extends Fields>(shape: Shape): { readonly [Name in keyof Shape]: '' } {
  return Object.fromEntries(Object.keys(shape).map((name) => [name, ''])) as { readonly [Name in keyof Shape]: '' };
}

/** The fields that any of these shapes has, none of them needed; what several have differently is taken as any of them has it. */
export function anyFields<Shape extends Fields>(shapes: readonly Shape[]): AnyFields<Shape> {
  const names = new Set(shapes.flatMap((shape) => Object.keys(shape)));
  // Each is there under its name: no type follows a name through a list.
  return Object.fromEntries(
    [...names].map((name) => {
      const said = shapes.flatMap((shape) => shape[name] ?? []);
      const different = [...new Set(said.map((one) => (one instanceof z.ZodOptional ? one.unwrap() : one)))];
      const [only, ...others] = different;
      return [name, z.optional(only !== undefined && others.length === 0 ? only : z.union(different))];
    }),
  ) as AnyFields<Shape>;
}
