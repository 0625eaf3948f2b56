'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useFocusKept } from '#components/ui/use-focus-kept.ts';
import { ProofForm } from './proof-form.tsx';
import { QrCode } from './qr-code.tsx';
import { useSecurityForm } from './use-security-form.ts';

interface Props {
  /** Whether the account has said what is on. */
  readonly isKnown: boolean;
  readonly isOn: boolean;
  readonly recoveryLeft: number;
  readonly isDisabled: boolean;
  readonly onChanged: () => void;
}

/** Two-step verification: begun with the password, confirmed with a first code, then ten recovery codes, shown once. */
export function SecondFactor({ isKnown, isOn, recoveryLeft, isDisabled, onChanged }: Props) {
  const t = useTranslations('account.security.factor');
  const [enrolment, setEnrolment] = useState<{ readonly secret: string; readonly address: string } | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const step = codes !== null ? 'codes' : isOn ? 'on' : enrolment === null ? 'off' : 'confirm';
  const section = useFocusKept<HTMLElement>(isKnown ? step : '');
  return (
    <section ref={section} tabIndex={-1} aria-labelledby="factor-title" className="panel p-4">
      <h2 id="factor-title" className="mb-1 text-base font-semibold">
        {t('title')}
      </h2>
      {codes === null && (
        <p className="mb-3 text-xs text-ink-2">{isOn ? t('on', { count: recoveryLeft }) : t('off')}</p>
      )}
      {codes !== null && <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />}
      {step === 'on' && <TurnOff isDisabled={isDisabled} onDone={onChanged} />}
      {step === 'off' && <TurnOn isDisabled={isDisabled} onBegun={setEnrolment} />}
      {step === 'confirm' && enrolment !== null && (
        <Confirm
          enrolment={enrolment}
          onDone={(made) => {
            setCodes(made);
            setEnrolment(null);
            onChanged();
          }}
        />
      )}
    </section>
  );
}

function TurnOn({
  isDisabled,
  onBegun,
}: {
  readonly isDisabled: boolean;
  readonly onBegun: (enrolment: { readonly secret: string; readonly address: string }) => void;
}) {
  const t = useTranslations('account.security.factor');
  const form = useSecurityForm('beginSecondFactor', onBegun);
  return (
    <ProofForm
      form={form}
      isDisabled={isDisabled}
      submit={t('begin')}
      onSubmit={({ password }) => form.send({ password })}
    />
  );
}

function Confirm({
  enrolment,
  onDone,
}: {
  readonly enrolment: { readonly secret: string; readonly address: string };
  readonly onDone: (codes: readonly string[]) => void;
}) {
  const t = useTranslations('account.security.factor');
  const [code, setCode] = useState('');
  const form = useSecurityForm('confirmSecondFactor', ({ recovery_codes }) => onDone(recovery_codes));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void form.send({ code: code.trim() });
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      {form.failure !== null && <Notice tone="danger">{form.failure}</Notice>}
      <p className="text-sm">{t('scan')}</p>
      <QrCode text={enrolment.address} label={t('qr')} />
      <p className="text-xs text-ink-2">
        {t('secret')} <code className="break-all text-ink-1 select-all">{enrolment.secret}</code>
      </p>
      <Field
        label={t('code')}
        name="factor-code"
        autoComplete="one-time-code"
        inputMode="numeric"
        value={code}
        onChange={setCode}
        error={form.errorOf('code')}
      />
      <Button type="submit" tone="primary" isBusy={form.isBusy} disabled={code.trim().length < 6}>
        {t('confirm')}
      </Button>
    </form>
  );
}

function RecoveryCodes({ codes, onKept }: { readonly codes: readonly string[]; readonly onKept: () => void }) {
  const t = useTranslations('account.security.factor');
  return (
    <div className="flex flex-col gap-3">
      <Notice>{t('recovery')}</Notice>
      <ul className="grid gap-1 rounded-md bg-surface-2 p-3 font-mono text-sm select-all sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button onClick={onKept}>{t('copied')}</Button>
    </div>
  );
}

function TurnOff({ isDisabled, onDone }: { readonly isDisabled: boolean; readonly onDone: () => void }) {
  const t = useTranslations('account.security.factor');
  const form = useSecurityForm('removeSecondFactor', onDone);
  return (
    <ProofForm
      form={form}
      isDisabled={isDisabled}
      asksCode
      tone="danger"
      text={t('removeText')}
      submit={t('remove')}
      onSubmit={form.send}
    />
  );
}
