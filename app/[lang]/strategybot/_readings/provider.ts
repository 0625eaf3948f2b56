import { cache } from 'react';
import { PAGE_SIZE } from '#components/discovery/recommended-pages.ts';
import type { ReplyOf } from '#lib/contract/contract.ts';
import type { RecommendedItem } from '#lib/contract/strategy.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { anonymousId } from '#lib/contract/wire.ts';
import { PublicReadingFailed } from '#server/bff/read-public.ts';
import { readFigures } from '../../_readings/read-figures.ts';

export type Provider = NonNullable<ReplyOf<'signaler'>['data']>;

/** The public side of a provider; null for an id that nobody has. */
export const readProvider = cache(async (anonymous: string): Promise<Provider | null> => {
  if (!anonymousId.safeParse(anonymous).success) return null;
  const { code, data } = await readFigures('signaler', { query: { anonymous } });
  if (code === CODE.unknown) return null;
  if (code !== CODE.ok || data === undefined) throw new PublicReadingFailed(`signaler: code ${code}`);
  return data;
});

export async function readProviderBots(
  anonymous: string,
  page: number,
): Promise<{ readonly items: readonly RecommendedItem[]; readonly pageCount: number }> {
  const { code, data, pagecount } = await readFigures('signalerStrategies', {
    query: { anonymous, page, page_size: PAGE_SIZE },
  });
  if (code !== CODE.ok || data === undefined) throw new PublicReadingFailed(`signalerStrategies: code ${code}`);
  return { items: data, pageCount: pagecount ?? 1 };
}
