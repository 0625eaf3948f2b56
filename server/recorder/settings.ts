import { z } from 'zod';
import { wholeNumber } from '#lib/contract/whole-number.ts';
import { readEnvironment } from '#lib/limits/read-environment.ts';
import { METRICS_SETTINGS } from '../metrics/metrics.ts';
import { refuseOpenHost, TLS_SETTINGS } from '../tls/key-files.ts';

/** Configuration of the recorder's process, from the environment (the README's table has the same names). */
const shape = z.object({
  /** Where it listens; beyond loopback only with the three files of TLS. */
  RECORDER_HOST: z.string().min(1).max(253).default('127.0.0.1'),
  /** 0 = any free one. */
  RECORDER_PORT: wholeNumber(0, 65_535).default(7_003),
  /** Its tape is in `tape` of this folder. */
  DATA_DIR: z.string().min(1).default('.data'),
  /** Id of the ccxt exchange that is watched. Unset = gate. */
  MARKET_EXCHANGE: z.string().max(32).optional(),
  ...METRICS_SETTINGS,
  ...TLS_SETTINGS,
});

/** Every variable that is read here. */
export const RECORDER_ENV_NAMES: readonly string[] = Object.keys(shape.shape);
export type RecorderSettings = z.output<typeof shape>;

/** Parses an environment. Empty text counts as unset. Throws one error that names every wrong variable. */
export function readRecorderSettings(source: Readonly<Record<string, string | undefined>>): RecorderSettings {
  const settings = readEnvironment(shape, source, ' of the recorder');
  refuseOpenHost('RECORDER_HOST', settings.RECORDER_HOST, settings);
  refuseOpenHost('METRICS_HOST', settings.METRICS_HOST, settings);
  return settings;
}
