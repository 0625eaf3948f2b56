import { useTranslations } from 'next-intl';
import { buttonClass } from '#components/ui/button.tsx';
import { classNames } from '#components/ui/class-names.ts';

/** Keeps the place of a trader's copy button, in its size, until it is there, or it is known that there is none. */
export function CopyPlace({ className }: { readonly className: string }) {
  const t = useTranslations('public.detail');
  return (
    <span
      aria-hidden
      data-place="copy"
      className={classNames('skeleton inline-flex rounded-md *:invisible', className)}
    >
      <span className={buttonClass('primary', 'lg', true)}>{t('copyBot')}</span>
    </span>
  );
}
