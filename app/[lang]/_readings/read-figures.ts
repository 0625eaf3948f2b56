import { cache } from 'react';
import type { ReplyOf } from '#lib/contract/contract.ts';
import type { EndpointName } from '#lib/contract/endpoints.ts';
import { type PublicReading, readDated } from '#server/bff/read-public.ts';
import { timeLeftMs } from './page-time.ts';

/** Of the page that is being made: the time of its oldest figures. */
const pageAge = cache((): { oldestMs: number } => ({ oldestMs: Number.POSITIVE_INFINITY }));

/** Reads a public call for a page whose figures have an age. */
export async function readFigures<N extends EndpointName>(name: N, input: PublicReading<N> = {}): Promise<ReplyOf<N>> {
  const { reply, atMs } = await readDated(name, { patienceMs: timeLeftMs(), ...input });
  const age = pageAge();
  if (atMs !== null) age.oldestMs = Math.min(age.oldestMs, atMs);
  return reply;
}

/** When the oldest figures on this page were read, ms; null when it has none. To be asked after the page's readings. */
export function figuresAtMs(): number | null {
  const { oldestMs } = pageAge();
  return Number.isFinite(oldestMs) ? oldestMs : null;
}
