'use client';

import { useLocale, useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { leaveFor } from '#lib/client/leave-for.ts';
import { markTrader } from '#lib/client/trader-mark.ts';
import { useSingleRun } from '#lib/client/use-single-run.ts';
import { useTyped } from '#lib/client/use-typed.ts';
import { useFailureText } from './failure-text.ts';
import { useReturnPath } from './use-return-path.ts';

const WRONG_CREDENTIALS = 401;

/** What the login form asks the exchange, and what it was told; `onLoggedIn` in place of going on to another page. */
export function useLogin(onLoggedIn: (() => void) | undefined) {
  const t = useTranslations('account');
  const language = useLocale();
  const refused = useTranslations('refusals');
  const target = useReturnPath();
  const failureText = useFailureText();
  const [account, setAccount] = useState('');
  const [password, setPassword] = useState('');
  /** Null until the exchange asks for a second factor. */
  const [otp, setOtp] = useState<string | null>(null);
  const [isSent, setIsSent] = useState(false);
  const { isBusy, run } = useSingleRun();
  const [failure, setFailure] = useState<string | null>(null);
  // The name alone: no password and no code is ever left lying about.
  useTyped('login', account, (kept) => setAccount((now) => (now === '' ? kept : now)));
  const send = async (): Promise<void> => {
    setFailure(null);
    try {
      // What asks comes when it is wanted.
      const { call } = await import('#lib/client/call.ts');
      const { code, data } = await call('login', {
        body: { account: account.trim(), password, ...(otp === null || otp.trim() === '' ? {} : { otp: otp.trim() }) },
      });
      if (code === 200) {
        markTrader(true);
        await import('#lib/client/keep-push.ts').then(({ keepPush }) => keepPush(language)).catch(() => {});
        // A whole new page: nothing that was fetched for a guest stays.
        return onLoggedIn === undefined ? leaveFor(target) : onLoggedIn();
      }
      const issue = data !== undefined && data !== null && 'issue' in data ? data.issue : undefined;
      if (issue === 'otp-required') setOtp(otp ?? '');
      else if (issue === 'otp-wrong') setFailure(refused('otp-wrong'));
      else setFailure(code === WRONG_CREDENTIALS ? t('login.wrong') : failureText(code));
    } catch {
      setFailure(failureText(undefined));
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsSent(true);
    if (account.trim() !== '' && password !== '') void run(send);
  };
  /** Takes over an account that the page offers. */
  const choose = (chosen: { readonly account: string; readonly password: string }): void => {
    setAccount(chosen.account);
    setPassword(chosen.password);
    setFailure(null);
  };
  return { account, setAccount, password, setPassword, otp, setOtp, isSent, isBusy, failure, submit, choose };
}
