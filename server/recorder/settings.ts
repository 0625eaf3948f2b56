import { z } from 'zod';

/** Configuration of the recorder's process, from the environment (the README's table has the same names). */
const shape = z.object({
  /** Port on 127.0.0.1; 0 = any free one. */
  RECORDER_PORT: z.coerce.number().int().min(0).max(65_535).default(7_003),
  /** Its tape is in `tape` of this folder. */
  DATA_DIR: z.string().min(1).default('.data'),
  /** Id of the ccxt exchange that is watched. Unset = gate. */
  MARKET_EXCHANGE: z.string().max(32).optional(),
});

export type RecorderSettings = z.output<typeof shape>;

/** Parses an environment. Empty text counts as unset. Throws one error that names every wrong variable. */
export function readRecorderSettings(source: Readonly<Record<string, string | undefined>>): RecorderSettings {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = shape.safeParse(given);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`Configuration of the recorder is wrong. ${wrong.join('; ')}`);
}
