'use client';

import { useSearchParams } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { AlreadyLoggedIn } from './already-logged-in.tsx';
import { PaperAccounts, type PaperAccountsProps } from './paper-accounts.tsx';
import { PasswordField } from './password-field.tsx';
import { useLogin } from './use-login.ts';

/** The way to an account, for who has none. */
function ToRegister() {
  const t = useTranslations('account.login');
  const language = useLocale();
  const query = useSearchParams().toString();
  return (
    <p className="text-center text-xs text-ink-2">
      {t('noAccount')}{' '}
      <a
        href={`/${language}/register${query === '' ? '' : `?${query}`}`}
        className="text-accent underline underline-offset-4"
      >
        {t('toRegister')}
      </a>
    </p>
  );
}

/** `paper` is null unless the paper exchange runs: only its accounts may be shown. */
export function LoginForm({
  paper,
  onLoggedIn,
}: {
  readonly paper: Omit<PaperAccountsProps, 'onChoose'> | null;
  /** In place: what happens instead of going on to another page. */
  readonly onLoggedIn?: () => void;
}) {
  const t = useTranslations('account');
  const refused = useTranslations('refusals');
  const login = useLogin(onLoggedIn);
  const { account, password, otp, isSent } = login;
  return (
    <>
      {onLoggedIn === undefined && <AlreadyLoggedIn />}
      <form method="post" noValidate onSubmit={login.submit} className="flex flex-col gap-4">
        {login.failure !== null && <Notice tone="danger">{login.failure}</Notice>}
        <Field
          label={t('field.account')}
          name="account"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={account}
          onChange={login.setAccount}
          error={isSent && account.trim() === '' ? t('issue.account-empty') : undefined}
        />
        <PasswordField
          label={t('field.password')}
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={login.setPassword}
          error={isSent && password === '' ? t('issue.password-empty') : undefined}
        />
        {otp !== null && (
          <Field
            label={t('login.code')}
            hint={t('login.codeHint')}
            name="otp"
            autoComplete="one-time-code"
            inputMode="text"
            autoFocus
            value={otp}
            onChange={login.setOtp}
            error={isSent && otp.trim() === '' ? refused('otp-required') : undefined}
          />
        )}
        <Button type="submit" tone="primary" size="lg" isWide isBusy={login.isBusy}>
          {t('login.submit')}
        </Button>
        {onLoggedIn === undefined && <ToRegister />}
      </form>
      {paper !== null && <PaperAccounts {...paper} onChoose={login.choose} />}
    </>
  );
}
