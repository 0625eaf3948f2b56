import { kindPath } from '#components/addresses/paths.ts';
import { listBotsOf } from '#lib/client/bots-view.ts';
import { isCreatable } from '#lib/kinds/catalogue.ts';

/** Where `?strategyType=` leads from the landing page; market and hash are kept. Null when it names no kind on offer. */
export function strategyTypeTarget(language: string, search: string, hash: string): string | null {
  const query = new URLSearchParams(search);
  const kind = query.get('strategyType') ?? '';
  if (!isCreatable(kind)) return null;
  const market = query.get('market');
  return `${kindPath(language, kind)}${market === null ? '' : `?market=${encodeURIComponent(market)}`}${hash}`;
}

/** The same for whoever goes there: own bots of the kind are what is listed on its page (E-017). */
export function leadToType(language: string, search: string, hash: string): string | null {
  const target = strategyTypeTarget(language, search, hash);
  const kind = new URLSearchParams(search).get('strategyType') ?? '';
  if (target !== null && isCreatable(kind)) listBotsOf(kind);
  return target;
}
