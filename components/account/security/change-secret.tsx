'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { toast } from '#lib/client/toasts.ts';
import { PasswordField } from '../password-field.tsx';
import { useSecurityForm } from './use-security-form.ts';

/** A new password or fund password; the login password shows who asks. */
export function ChangeSecret({
  secret,
  isDisabled,
  onDone,
}: {
  readonly secret: 'password' | 'fundpass';
  readonly isDisabled: boolean;
  readonly onDone: () => void;
}) {
  const t = useTranslations('account.security');
  const [password, setPassword] = useState('');
  const [wanted, setWanted] = useState('');
  const element = useRef<HTMLFormElement>(null);
  const done = ({ ended }: { readonly ended: number }) => {
    setPassword('');
    setWanted('');
    // Its button cannot be pressed with empty fields: the focus goes to the first of them.
    element.current?.querySelector('input')?.focus();
    toast('success', t(`${secret}.done`, { count: ended }));
    onDone();
  };
  const change = useSecurityForm('changePassword', done);
  const changeFund = useSecurityForm('changeFundPassword', done);
  const form = secret === 'password' ? change : changeFund;
  const field = secret === 'password' ? 'new_password' : 'new_fundpass';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (secret === 'password') void change.send({ password, new_password: wanted });
    else void changeFund.send({ password, new_fundpass: wanted });
  };
  const isReady = password !== '' && wanted !== '';
  return (
    <section aria-labelledby={`${secret}-title`} className="panel p-4">
      <h2 id={`${secret}-title`} className="mb-1 text-base font-semibold">
        {t(`${secret}.title`)}
      </h2>
      {secret === 'fundpass' && <p className="mb-3 text-xs text-ink-2">{t('fundpass.text')}</p>}
      <form ref={element} onSubmit={submit} noValidate className="flex flex-col gap-3">
        {form.failure !== null && <Notice tone="danger">{form.failure}</Notice>}
        <PasswordField
          label={t('password.current')}
          name={`${secret}-current`}
          autoComplete="current-password"
          disabled={isDisabled}
          value={password}
          onChange={setPassword}
          error={form.errorOf('password')}
        />
        <PasswordField
          label={t(`${secret}.new`)}
          name={field}
          autoComplete={secret === 'password' ? 'new-password' : 'off'}
          hint={t('password.hint')}
          disabled={isDisabled}
          value={wanted}
          onChange={setWanted}
          error={form.errorOf(field)}
        />
        <Button type="submit" tone="primary" isBusy={form.isBusy} disabled={isDisabled || !isReady}>
          {t(`${secret}.submit`)}
        </Button>
      </form>
    </section>
  );
}
