import { z } from 'zod';
import { wholeNumber } from '#lib/contract/whole-number.ts';
import { readEnvironment } from '#lib/limits/read-environment.ts';
import { METRICS_SETTINGS } from '../metrics/metrics.ts';
import { keyPaths, refuseOpenHost, TLS_SETTINGS } from '../tls/key-files.ts';
import { isSafeAddress } from '../tls/loopback.ts';

/** Configuration of a worker's process, from the environment (the README's table has the same names). */

function addressesIn(text: string): string[] {
  return text.split(',').map((one) => one.trim().replace(/\/+$/, ''));
}

const shape = z
  .object({
    /** Where the exchange is; several where one of some hosts has its turn. */
    EXCHANGE_URL: z
      .string()
      .transform(addressesIn)
      .pipe(z.array(z.url({ protocol: /^https?$/ })).min(1))
      // Without a certificate on both sides the key would travel in the open.
      .refine((all) => all.every(isSafeAddress), { message: 'beyond loopback only https' }),
    /** The same as the exchange has. */
    WORKER_KEY: z.string().min(32),
    /** Folder of the days of prices that are kept. */
    WORKER_CACHE: z.string().min(1).default('.data/worker'),
    /** What they may take there, MB. */
    WORKER_CACHE_MB: wholeNumber(1, 1_000_000).default(512),
    ...METRICS_SETTINGS,
    ...TLS_SETTINGS,
  })
  .refine(({ EXCHANGE_URL: all, ...tls }) => all.every((one) => one.startsWith('http:')) || keyPaths(tls) !== null, {
    path: ['TLS_CERT'],
    message: 'https takes TLS_CERT, TLS_KEY and TLS_CA',
  });

export type WorkerSettings = z.output<typeof shape>;
/** Every variable that is read here. */
export const WORKER_ENV_NAMES: readonly string[] = Object.keys(shape.shape);

/** Parses an environment. Empty text counts as unset. Throws one error that names every wrong variable. */
export function readWorkerSettings(source: Readonly<Record<string, string | undefined>>): WorkerSettings {
  const settings = readEnvironment(shape, source, ' of the worker');
  refuseOpenHost('METRICS_HOST', settings.METRICS_HOST, settings);
  return settings;
}
