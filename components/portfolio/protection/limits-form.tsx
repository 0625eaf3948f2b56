'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { type ActionRun, useAction } from '#components/bots/actions/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { NumberField } from '#components/ui/number-field.tsx';
import { Select } from '#components/ui/select.tsx';
import { useFocusKept } from '#components/ui/use-focus-kept.ts';
import { useReplyText } from '#components/ui/use-reply-text.ts';
import { PROTECTION_ACTIONS, type ProtectionAction } from '#lib/contract/protection-words.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { CoinLimits } from './coin-limits.tsx';
import { DryRunDialog } from './dry-run-dialog.tsx';
import {
  areSame,
  endsBots,
  type LimitsBody,
  limitsOf,
  type Protection,
  type TypedLimits,
  typedOf,
  wrongIn,
} from './typed-limits.ts';

interface PartProps {
  readonly typed: TypedLimits;
  readonly onChange: (changes: Partial<TypedLimits>) => void;
  readonly errorOf: (field: string) => string | undefined;
}

/**
 * The limits as they are typed, begun with those that are set. Where others are saved meanwhile – in another tab, or by this form –
 * they are taken over while nothing else is typed; else that is said, and nothing is lost under the hand.
 */
function useTyped(protection: Protection) {
  const [begun, setBegun] = useState(protection);
  const [typed, setTyped] = useState(() => typedOf(protection));
  /** The version that was seen as something was saved from here. */
  const [saved, setSaved] = useState<number | null>(null);
  const limits = limitsOf(typed);
  const hasChanged = !areSame(limits, limitsOf(typedOf(begun)));
  const isOther = protection.version !== begun.version;
  const takeOver = (): void => {
    setBegun(protection);
    setTyped(typedOf(protection));
    setSaved(null);
  };
  if (isOther && (!hasChanged || saved === begun.version)) takeOver();
  return {
    typed,
    setTyped,
    limits,
    hasChanged,
    isOther,
    takeOver,
    version: begun.version,
    wasSaved: () => setSaved(begun.version),
  };
}

/** What stands against the limits, at its field: of what the exchange refused only while it is still what is typed. */
function useErrors(limits: LimitsBody, { refusal }: Pick<ActionRun, 'refusal'>) {
  const replyText = useReplyText();
  const [isTold, setIsTold] = useState(false);
  const [asked, setAsked] = useState<LimitsBody | null>(null);
  const wrong = wrongIn(limits);
  const stands = refusal !== null && asked !== null && areSame(asked, limits) ? refusal : null;
  const fields = ['percent', 'usdt', ...(limits.exposure?.coins ?? []).map((_, index) => `coins.${index}`)];
  return {
    errorOf: (field: string): string | undefined => {
      const own = wrong.get(field);
      if (own !== undefined) return isTold ? replyText({ code: CODE.field, data: { field, ...own } }) : undefined;
      return stands?.field === field ? stands.text : undefined;
    },
    /** What is refused at none of the fields. */
    refused: stands !== null && !fields.includes(stands.field) ? stands.text : null,
    /** Whether they can be sent; what stands against it is said from now on. */
    isSendable: (): boolean => {
      setIsTold(wrong.size > 0);
      setAsked(limits);
      return wrong.size === 0;
    },
  };
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
  const { typed, setTyped, limits, hasChanged, version, ...other } = useTyped(protection);
  const [shown, setShown] = useState<LimitsBody | null>(null);
  const action = useAction(() => {
    setShown(null);
    other.wasSaved();
    onSaved();
  });
  const { errorOf, refused, isSendable } = useErrors(limits, action);
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
      {other.isOther && !action.isUnanswered && (
        <Notice tone="warn">
          {t('changedElsewhere')}{' '}
          <Button size="sm" className="max-md:mt-2 md:ml-2" onClick={other.takeOver}>
            {t('takeOver')}
          </Button>
        </Notice>
      )}
      <fieldset disabled={action.isUnanswered} className="grid min-w-0 gap-6 md:grid-cols-2">
        <FallLimit {...part} />
        <ExposureLimit {...part} assets={assets} />
      </fieldset>
      {action.isUnanswered && <Notice tone="warn">{t('unanswered')}</Notice>}
      {refused !== null && <Notice tone="danger">{refused}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" tone="primary" isBusy={action.isBusy} disabled={!hasChanged && !action.isUnanswered}>
          {t('save')}
        </Button>
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
