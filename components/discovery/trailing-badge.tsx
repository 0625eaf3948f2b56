import { useTranslations } from 'next-intl';
import { Badge } from '#components/ui/badge.tsx';
import { Icon } from '#components/ui/icon.tsx';

function isSet(bound: string): boolean {
  return /[1-9]/.test(bound);
}

/** Says that a grid's range follows the price, and which way. Nothing when it stays where it is. */
export function TrailingBadge({ up, down }: { readonly up: string; readonly down: string }) {
  const t = useTranslations('public.card');
  if (!isSet(up) && !isSet(down)) return null;
  const text = isSet(up) && isSet(down) ? t('trailing') : isSet(up) ? t('trailingUp') : t('trailingDown');
  return (
    <Badge tone="accent">
      {isSet(up) && <Icon name="arrowUp" size={10} />}
      {isSet(down) && <Icon name="arrowDown" size={10} />}
      {text}
    </Badge>
  );
}
