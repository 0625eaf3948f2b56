'use client';

import { useSearchParams } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { leaveFor } from '#lib/client/leave-for.ts';
import { markTrader } from '#lib/client/trader-mark.ts';
import { useSingleRun } from '#lib/client/use-single-run.ts';
import { useTyped } from '#lib/client/use-typed.ts';
import { AlreadyLoggedIn } from './already-logged-in.tsx';
import { useFailureText } from './failure-text.ts';
import { PasswordField } from './password-field.tsx';
import {
  type Registration,
  type RegistrationField,
  type RegistrationIssues,
  refusedIssues,
  registrationIssues,
} from './registration-issues.ts';
import { useReturnPath } from './use-return-path.ts';

const EMPTY: Registration = { account: '', password: '', fundpass: '', nickname: '' };

/** The form's state: values, what the form itself finds once it was sent, and what the exchange refused. */
function useRegistration() {
  const target = useReturnPath();
  const failureText = useFailureText();
  const [values, setValues] = useState(EMPTY);
  const [isSent, setIsSent] = useState(false);
  const { isBusy, run } = useSingleRun();
  const [refused, setRefused] = useState<RegistrationIssues>({});
  const [failure, setFailure] = useState<string | null>(null);
  // The names alone: no password is ever left lying about.
  useTyped('account', values.account, (account) => setValues((now) => ({ ...now, account: now.account || account })));
  useTyped('nickname', values.nickname, (name) => setValues((now) => ({ ...now, nickname: now.nickname || name })));
  const found = registrationIssues(values);
  const change = (field: RegistrationField) => (value: string) => {
    setValues((present) => ({ ...present, [field]: value }));
    setRefused((present) => ({ ...present, [field]: undefined }));
  };
  /** The name that was asked for without an answer: the account may have been made, and 'taken' may then be by whoever asks. */
  const unanswered = useRef<string | null>(null);
  const failed = (account: string, code?: number): void => {
    unanswered.current = account;
    setFailure(failureText(code));
  };
  const enter = (): Promise<void> => {
    markTrader(true);
    return leaveFor(target);
  };
  const send = async (): Promise<void> => {
    setFailure(null);
    const { password, fundpass } = values;
    const [account, name] = [values.account.trim(), values.nickname.trim()];
    try {
      // What asks comes when it is wanted.
      const { call } = await import('#lib/client/call.ts');
      const { code, data } = await call('register', {
        body: { account, password, fundpass, ...(name === '' ? {} : { nickname: name }) },
      });
      if (code === 200) return enter();
      if (code !== 422) return failed(account, code);
      const issues = refusedIssues(data);
      const mayBeOwn = issues.account === 'account-taken' && unanswered.current === account;
      if (mayBeOwn && (await call('login', { body: { account, password } })).code === 200) return enter();
      setRefused(issues);
    } catch {
      failed(account);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setIsSent(true);
    if (Object.keys(found).length === 0) void run(send);
  };
  const issues: RegistrationIssues = isSent ? { ...refused, ...found } : refused;
  return { values, issues, isBusy, failure, change, submit };
}

/** A new account of the exchange. Messages stand at their fields. */
export function RegisterForm() {
  const t = useTranslations('account');
  const language = useLocale();
  const query = useSearchParams().toString();
  const { values, issues, isBusy, failure, change, submit } = useRegistration();
  const field = (name: RegistrationField) => {
    const issue = issues[name];
    return {
      name,
      label: t(`field.${name}`),
      hint: t(`field.${name}Hint`),
      value: values[name],
      onChange: change(name),
      error: issue === undefined ? undefined : t(`issue.${issue}`),
    };
  };
  return (
    <>
      <AlreadyLoggedIn />
      <form method="post" noValidate onSubmit={submit} className="flex flex-col gap-4">
        {failure !== null && <Notice tone="danger">{failure}</Notice>}
        <Field {...field('account')} autoComplete="username" autoCapitalize="none" spellCheck={false} />
        <PasswordField {...field('password')} autoComplete="new-password" />
        <PasswordField {...field('fundpass')} autoComplete="off" />
        <Field {...field('nickname')} autoComplete="nickname" />
        <Button type="submit" tone="primary" size="lg" isWide isBusy={isBusy}>
          {t('register.submit')}
        </Button>
        <p className="text-center text-xs text-ink-2">
          {t('register.hasAccount')}{' '}
          <a
            href={`/${language}/login${query === '' ? '' : `?${query}`}`}
            className="text-accent underline underline-offset-4"
          >
            {t('register.toLogin')}
          </a>
        </p>
      </form>
    </>
  );
}
