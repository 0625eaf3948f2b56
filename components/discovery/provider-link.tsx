import { useLocale, useTranslations } from 'next-intl';
import { signalerPath } from '#components/addresses/paths.ts';
import { creatorName } from '#components/bots/creator-name.ts';
import { Avatar } from '#components/ui/avatar.tsx';

/** The provider, with the way to the page of all the bots that are shared; a new window (C-028). */
export function ProviderLink({ anonymous, nickname }: { readonly anonymous: string; readonly nickname: string }) {
  const t = useTranslations('public.detail');
  const language = useLocale();
  return (
    <a
      href={signalerPath(language, anonymous)}
      target="_blank"
      rel="noopener"
      className="inline-flex min-h-11 max-w-60 items-center gap-1.5 text-sm hover:text-accent md:min-h-8"
    >
      <Avatar seed={anonymous} size={20} />
      <bdi className="truncate underline decoration-line underline-offset-4">{creatorName(nickname)}</bdi>
      <span className="sr-only">({t('opensNewWindow')})</span>
    </a>
  );
}
