'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { useAction } from '#components/bots/actions/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { HeldFields, SendButton } from '#components/ui/held-fields.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { NumberField } from '#components/ui/number-field.tsx';
import { Select } from '#components/ui/select.tsx';
import { useFocusKept } from '#components/ui/use-focus-kept.ts';
import { PROTECTION_ACTIONS, type ProtectionAction } from '#lib/contract/protection-words.ts';
import { CoinLimits } from './coin-limits.tsx';
import { DryRunDialog } from './dry-run-dialog.tsx';
import { endsBots, type LimitsBody, type Protection, type TypedLimits } from './typed-limits.ts';
import { useLimitErrors, useTypedLimits } from './use-typed-limits.ts';

interface PartProps {
  readonly typed: TypedLimits;
  readonly onChange: (changes: Partial<TypedLimits>) => void;
  readonly errorOf: (field: string) => string | undefined;
}

/** The form of the limits. What ends bots is shown as a plan before it is saved. */
export function LimitsForm({
  protection,
  assets,
  onSaved,
}: {
  readonly protection: Protection;
  readonly assets: readonly string[];
  readonly onSaved: () => void;
}) {
  const t = useTranslations('portfolio.protection');
  const { typed, setTyped, limits, hasChanged, version, ...other } = useTypedLimits(protection);
  const [shown, setShown] = useState<LimitsBody | null>(null);
  const action = useAction(
    () => {
      setShown(null);
      other.wasSaved();
      onSaved();
    },
    // What is refused at none of its fields stands below them.
    { told: 'any' },
  );
  const { errorOf, refused, isSendable } = useLimitErrors(limits, action);
  // Saved, its button has nothing left to save, and cannot hold the focus.
  const holder = useFocusKept<HTMLFormElement>(`limits ${version}`);
  const save = (body: LimitsBody): void =>
    void action.run('saveProtection', { body: { ...body, version } }, t('saved'));
  const show = (): void => {
    if (isSendable()) setShown(limits);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (endsBots(limits)) show();
    else if (isSendable()) save(limits);
  };
  const part = { typed, onChange: (changes: Partial<TypedLimits>) => setTyped({ ...typed, ...changes }), errorOf };
  return (
    <form
      ref={holder}
      tabIndex={-1}
      onSubmit={submit}
      noValidate
      aria-label={t('title')}
      className="flex flex-col gap-4 outline-none"
    >
      {other.isOther && !action.isUnanswered && <ChangedElsewhere onTakeOver={other.takeOver} />}
      <HeldFields held={action}>
        <div className="grid min-w-0 gap-6 md:grid-cols-2">
          <FallLimit {...part} />
          <ExposureLimit {...part} assets={assets} />
        </div>
      </HeldFields>
      {refused !== null && <Notice tone="danger">{refused}</Notice>}
      <div className="flex flex-wrap gap-2">
        <SendButton type="submit" held={action} disabled={!hasChanged}>
          {t('save')}
        </SendButton>
        <Button onClick={show}>{t('try')}</Button>
      </div>
      {shown !== null && (
        <DryRunDialog
          limits={shown}
          action={action}
          onSave={hasChanged || action.isUnanswered ? () => save(shown) : null}
          onClose={() => setShown(null)}
        />
      )}
    </form>
  );
}

function ChangedElsewhere({ onTakeOver }: { readonly onTakeOver: () => void }) {
  const t = useTranslations('portfolio.protection');
  return (
    <Notice tone="warn">
      {t('changedElsewhere')}{' '}
      <Button size="sm" className="max-md:mt-2 md:ms-2" onClick={onTakeOver}>
        {t('takeOver')}
      </Button>
    </Notice>
  );
}

function FallLimit({ typed, onChange, errorOf }: PartProps) {
  const t = useTranslations('portfolio.protection');
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-2 text-sm font-medium">{t('drawdown')}</legend>
      <NumberField
        label={t('largestFall')}
        name="protection-percent"
        unit="%"
        decimals={2}
        hint={t('noLimit')}
        value={typed.percent}
        onChange={(percent) => onChange({ percent })}
        error={errorOf('percent')}
      />
      <ActionChoice
        label={t('whenFall')}
        value={typed.fallAction}
        onChange={(fallAction) => onChange({ fallAction })}
      />
    </fieldset>
  );
}

function ExposureLimit({ typed, onChange, errorOf, assets }: PartProps & { readonly assets: readonly string[] }) {
  const t = useTranslations('portfolio.protection');
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-2 text-sm font-medium">{t('exposure')}</legend>
      <NumberField
        label={t('largestExposure')}
        name="protection-usdt"
        unit="USDT"
        decimals={2}
        hint={t(typed.coins.length > 0 ? 'noOther' : 'noLimit')}
        value={typed.usdt}
        onChange={(usdt) => onChange({ usdt })}
        error={errorOf('usdt')}
      />
      <CoinLimits assets={assets} coins={typed.coins} onChange={(coins) => onChange({ coins })} errorOf={errorOf} />
      <ActionChoice
        label={t('whenExposure')}
        value={typed.exposureAction}
        onChange={(exposureAction) => onChange({ exposureAction })}
      />
    </fieldset>
  );
}

function ActionChoice({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: ProtectionAction;
  readonly onChange: (action: ProtectionAction) => void;
}) {
  const t = useTranslations('portfolio.protection');
  return (
    <div className="flex flex-col gap-1">
      <span aria-hidden className="text-xs text-ink-2">
        {t('whenReached')}
      </span>
      <Select
        label={label}
        value={value}
        onChange={onChange}
        options={PROTECTION_ACTIONS.map((one) => ({ value: one, label: t(`action.${one}`) }))}
      />
      <p className="text-xs text-ink-3">{t(`actionHint.${value}`)}</p>
    </div>
  );
}
