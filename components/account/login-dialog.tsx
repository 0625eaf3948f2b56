'use client';

import { useTranslations } from 'next-intl';
import { Dialog } from '#components/ui/dialog.tsx';
import type { Prompt } from '#lib/client/prompts.ts';
import { LoginForm } from './login-form.tsx';

/** Logging in again where one is: what is open behind it stays as it was, and what was asked goes on afterwards. */
export function LoginDialog({ prompt }: { readonly prompt: Prompt }) {
  const t = useTranslations('account.again');
  return (
    <Dialog isOpen onClose={() => prompt.answer(null)} title={t('title')}>
      <p className="mb-4 text-sm text-ink-2">{t('text')}</p>
      <LoginForm paper={null} onLoggedIn={() => prompt.answer('')} />
    </Dialog>
  );
}
