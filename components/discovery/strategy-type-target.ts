import { kindPath } from '#components/addresses/paths.ts';
import { isCreatable } from '#lib/kinds/catalogue.ts';

/** Where `?strategyType=` leads from the landing page; market and hash are kept. Null when it names no kind on offer. */
export function strategyTypeTarget(language: string, search: string, hash: string): string | null {
  const query = new URLSearchParams(search);
  const kind = query.get('strategyType') ?? '';
  if (!isCreatable(kind)) return null;
  const market = query.get('market');
  return `${kindPath(language, kind)}${market === null ? '' : `?market=${encodeURIComponent(market)}`}${hash}`;
}
