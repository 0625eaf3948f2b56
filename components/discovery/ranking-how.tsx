import { useTranslations } from 'next-intl';

/** How bots are ranked, and what that cannot see (H57), in plain words. */
export function RankingHow({ className }: { readonly className: string }) {
  const t = useTranslations('public.list.how');
  return (
    <ul className={`mt-1 flex max-w-180 list-disc flex-col gap-1 ps-5 text-ink-2 ${className}`}>
      {(['score', 'provider', 'listed', 'limit'] as const).map((part) => (
        <li key={part}>{t(part)}</li>
      ))}
    </ul>
  );
}
