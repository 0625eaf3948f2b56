import { useLocale, useTranslations } from 'next-intl';
import { signalerPath } from '#components/addresses/paths.ts';
import { creatorName } from '#components/bots/creator-name.ts';
import { Avatar } from '#components/ui/avatar.tsx';

/** The provider, with the way to the page of all the bots that are shared; a new window (C-028). No way to one whom the exchange does not name. */
export function ProviderLink({ anonymous, nickname }: { readonly anonymous: string; readonly nickname: string }) {
  const t = useTranslations('public.detail');
  const language = useLocale();
  const looks = 'inline-flex min-h-11 max-w-60 items-center gap-1.5 text-sm md:min-h-8';
  const avatar = <Avatar seed={anonymous} size={20} />;
  const name = creatorName(nickname);
  if (anonymous === '')
    return (
      <span className={looks}>
        {avatar}
        <bdi className="truncate">{name}</bdi>
      </span>
    );
  return (
    <a href={signalerPath(language, anonymous)} target="_blank" rel="noopener" className={`${looks} hover:text-accent`}>
      {avatar}
      <bdi className="truncate underline decoration-line underline-offset-4">{name}</bdi>
      <span className="sr-only">({t('opensNewWindow')})</span>
    </a>
  );
}
