import type { z } from 'zod';

/**
 * The environment of a process as its shape says. Empty text counts as unset. Throws one error that names every wrong variable. `whose`
 * stands in its sentence: ' of the exchange', say, or nothing.
 */
export function readEnvironment<T>(
  shape: z.ZodType<T>,
  source: Readonly<Record<string, string | undefined>>,
  whose = '',
): T {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = shape.safeParse(given);
  if (parsed.success) return parsed.data;
  // A variable that is a list is named whole.
  const wrong = parsed.error.issues.map(({ path: [name], message }) => `${String(name)}: ${message}`);
  throw new Error(`Configuration${whose} is wrong. ${wrong.join('; ')}`);
}
