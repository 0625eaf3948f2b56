'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { dualPath, portfolioPath } from '#components/addresses/paths.ts';
import type { MenuOpening } from '#components/ui/late-menu.tsx';
import { Menu, MenuAction, MenuHeading, MenuLink } from '#components/ui/menu.tsx';
import { useReplyText } from '#components/ui/use-reply-text.ts';
import { call } from '#lib/client/call.ts';
import { useForgetPrivateData } from '#lib/client/session.ts';
import { toast } from '#lib/client/toasts.ts';
import { CODE } from '#lib/contract/vocabulary.ts';

/** Who is logged in, the way to his account, and out. */
export function AccountList({
  nickname,
  uid,
  ...opening
}: MenuOpening & { readonly nickname: string; readonly uid: string }) {
  const t = useTranslations('common');
  const language = useLocale();
  const forget = useForgetPrivateData();
  const replyText = useReplyText();
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = async (): Promise<void> => {
    setIsLeaving(true);
    try {
      // Loaded by whoever leaves alone. Without it the session's end removes what the session has turned on.
      await import('#lib/client/leave-push.ts').then(({ leavePush }) => leavePush()).catch(() => {});
      const reply = await call('logout');
      await forget();
      // This browser has left; at the exchange the session may live on.
      if (reply.code !== CODE.ok && reply.code !== CODE.loginRequired) toast('error', replyText(reply));
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
      <MenuLink href={portfolioPath(language)}>{t('nav.portfolio')}</MenuLink>
      <MenuLink href={dualPath(language, 'sell-high')}>{t('nav.dual')}</MenuLink>
      <MenuLink href={`/${language}/account`}>{t('nav.security')}</MenuLink>
      <MenuAction isBusy={isLeaving} onSelect={() => void leave()}>
        {t('nav.logout')}
      </MenuAction>
    </Menu>
  );
}
