import type { Shape } from './search-axes.ts';

/** The value of a shape that its own space has made. */
export function axisValue(shape: Shape, name: string): number {
  const value = shape[name];
  if (value === undefined) throw new Error(`The shape has no ${name}`);
  return value;
}

/** What a shape chooses of a list that the axis has the places of. */
export function axisChoice<T>(shape: Shape, name: string, choices: readonly T[]): T {
  const choice = choices[axisValue(shape, name)];
  if (choice === undefined) throw new Error(`The shape chooses a ${name} that there is not`);
  return choice;
}
