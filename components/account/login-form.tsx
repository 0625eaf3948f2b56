'use client';

import { useSearchParams } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { call } from '#lib/client/call.ts';
import { AlreadyLoggedIn } from './already-logged-in.tsx';
import { useFailureText } from './failure-text.ts';
import { PaperAccounts, type PaperAccountsProps } from './paper-accounts.tsx';
import { PasswordField } from './password-field.tsx';
import { useReturnPath } from './use-return-path.ts';

const WRONG_CREDENTIALS = 401;

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
  const language = useLocale();
  const query = useSearchParams().toString();
  const target = useReturnPath();
  const failureText = useFailureText();
  const [account, setAccount] = useState('');
  const [password, setPassword] = useState('');
  /** Null until the exchange asks for a second factor. */
  const [otp, setOtp] = useState<string | null>(null);
  const [isSent, setIsSent] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy) return;
    setIsSent(true);
    if (account.trim() === '' || password === '') return;
    setIsBusy(true);
    setFailure(null);
    try {
      const { code, data } = await call('login', {
        body: { account: account.trim(), password, ...(otp === null || otp.trim() === '' ? {} : { otp: otp.trim() }) },
      });
      // A whole new page: nothing that was fetched for a guest stays.
      if (code === 200) return onLoggedIn === undefined ? window.location.assign(target) : onLoggedIn();
      const issue = data !== undefined && data !== null && 'issue' in data ? data.issue : undefined;
      if (issue === 'otp-required') setOtp(otp ?? '');
      else if (issue === 'otp-wrong') setFailure(refused('otp-wrong'));
      else setFailure(code === WRONG_CREDENTIALS ? t('login.wrong') : failureText(code));
    } catch {
      setFailure(failureText(undefined));
    }
    setIsBusy(false);
  };
  return (
    <>
      {onLoggedIn === undefined && <AlreadyLoggedIn />}
      <form method="post" noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        {failure !== null && <Notice tone="danger">{failure}</Notice>}
        <Field
          label={t('field.account')}
          name="account"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={account}
          onChange={setAccount}
          error={isSent && account.trim() === '' ? t('issue.account-empty') : undefined}
        />
        <PasswordField
          label={t('field.password')}
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
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
            onChange={setOtp}
            error={isSent && otp.trim() === '' ? refused('otp-required') : undefined}
          />
        )}
        <Button type="submit" tone="primary" size="lg" isWide isBusy={isBusy}>
          {t('login.submit')}
        </Button>
        <p className="text-center text-xs text-ink-2" hidden={onLoggedIn !== undefined}>
          {t('login.noAccount')}{' '}
          <a
            href={`/${language}/register${query === '' ? '' : `?${query}`}`}
            className="text-accent underline underline-offset-4"
          >
            {t('login.toRegister')}
          </a>
        </p>
      </form>
      {paper !== null && (
        <PaperAccounts
          {...paper}
          onChoose={(chosen) => {
            setAccount(chosen.account);
            setPassword(chosen.password);
            setFailure(null);
          }}
        />
      )}
    </>
  );
}
