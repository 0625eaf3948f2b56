'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import type { MenuOpening } from '#components/ui/late-menu.tsx';
import { Menu, MenuAction, MenuHeading, MenuLink } from '#components/ui/menu.tsx';
import { call } from '#lib/client/call.ts';
import { useForgetPrivateData } from '#lib/client/session.ts';
import { toast } from '#lib/client/toasts.ts';

/** Who is logged in, the way to his account, and out. */
export function AccountList({
  nickname,
  uid,
  ...opening
}: MenuOpening & { readonly nickname: string; readonly uid: string }) {
  const t = useTranslations('common');
  const language = useLocale();
  const forget = useForgetPrivateData();
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = async (): Promise<void> => {
    setIsLeaving(true);
    try {
      await call('logout');
      await forget();
    } catch {
      toast('error', t('error.network'));
    } finally {
      setIsLeaving(false);
    }
  };
  return (
    <Menu {...opening} align="end" className="w-52">
      <MenuHeading className="pb-2">
        <span className="block truncate text-sm text-ink-1">{nickname}</span>
        UID {uid}
      </MenuHeading>
      <MenuLink href={`/${language}/account`}>{t('nav.security')}</MenuLink>
      <MenuAction isBusy={isLeaving} onSelect={() => void leave()}>
        {t('nav.logout')}
      </MenuAction>
    </Menu>
  );
}
