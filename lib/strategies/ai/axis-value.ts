import type { Shape } from './search-axes.ts';

/** The value of a shape that its own space has made. */
export function axisValue(shape: Shape, name: string): number {
  const value = shape[name];
  if (value === undefined) throw new Error(`The shape has no ${name}`);
  return value;
}
