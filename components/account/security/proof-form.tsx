'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PasswordField } from '../password-field.tsx';
import type { useSecurityForm } from './use-security-form.ts';

/** Asks who it is before something of the second factor is changed: the password, and where there is one already, a code. */
export function ProofForm({
  form,
  isDisabled,
  asksCode = false,
  tone = 'primary',
  text,
  submit,
  onSubmit,
}: {
  readonly form: Pick<ReturnType<typeof useSecurityForm>, 'failure' | 'errorOf' | 'isBusy'>;
  readonly isDisabled: boolean;
  readonly asksCode?: boolean;
  readonly tone?: 'primary' | 'danger';
  readonly text?: string;
  /** Words of the button. */
  readonly submit: string;
  readonly onSubmit: (proof: { readonly password: string; readonly code: string }) => Promise<unknown>;
}) {
  const t = useTranslations('account.security');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const send = (event: FormEvent) => {
    event.preventDefault();
    void onSubmit({ password, code: code.trim() });
  };
  return (
    <form onSubmit={send} noValidate className="flex flex-col gap-3">
      {text !== undefined && <p className="text-xs text-ink-2">{text}</p>}
      {form.failure !== null && <Notice tone="danger">{form.failure}</Notice>}
      <PasswordField
        label={t('password.current')}
        name="factor-password"
        autoComplete="current-password"
        disabled={isDisabled}
        value={password}
        onChange={setPassword}
        error={form.errorOf('password')}
      />
      {asksCode && (
        <Field
          label={t('factor.code')}
          name="factor-code"
          autoComplete="one-time-code"
          disabled={isDisabled}
          value={code}
          onChange={setCode}
          error={form.errorOf('code')}
        />
      )}
      <Button
        type="submit"
        tone={tone}
        isBusy={form.isBusy}
        disabled={isDisabled || password === '' || (asksCode && code.trim().length < 6)}
      >
        {submit}
      </Button>
    </form>
  );
}
