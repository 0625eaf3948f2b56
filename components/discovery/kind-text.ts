import { useTranslations } from 'next-intl';
import { isCreatable } from '#lib/kinds/catalogue.ts';

/** Name or one-line description of a kind; a kind that this release does not offer is shown by its wire word. */
export function useKindText(): (kind: string, part: 'name' | 'text') => string {
  const t = useTranslations('public.kind');
  return (kind, part) => (isCreatable(kind) ? t(`${kind}.${part}`) : kind);
}
