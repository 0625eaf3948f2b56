'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { useSecurityForm } from '#components/account/security/use-security-form.ts';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { HeldFields } from '#components/ui/held-fields.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { NumberField } from '#components/ui/number-field.tsx';
import { unkeyed } from '#lib/client/held.ts';
import { toast } from '#lib/client/toasts.ts';
import { useTyped } from '#lib/client/use-typed.ts';
import type { NotificationChannel, NotificationSettings } from '#lib/contract/notification-settings-calls.ts';
import { changesIn, type Rule, type RuleChanges, textOfChanges } from './rule-changes.ts';

/** One kind of event: where it is told. */
function RuleRow({
  rule,
  channels,
  onChange,
}: {
  readonly rule: Rule;
  readonly channels: readonly NotificationChannel[];
  readonly onChange: (rule: Rule) => void;
}) {
  const t = useTranslations('notifications');
  const toggle = (id: number, isOn: boolean): void =>
    onChange({ ...rule, channels: isOn ? [...rule.channels, id] : rule.channels.filter((one) => one !== id) });
  return (
    <fieldset className="border-b py-2 last:border-b-0">
      <legend className="sr-only">{t(`kind.${rule.kind}`)}</legend>
      <div className="flex flex-wrap items-center justify-between gap-x-6 max-md:flex-col max-md:items-start">
        <div className="min-w-0">
          <p aria-hidden className="text-sm font-medium text-ink-1">
            {t(`kind.${rule.kind}`)}
          </p>
          <p className="text-xs text-ink-3">{t(`settings.event_hint.${rule.kind}`)}</p>
        </div>
        <div className="flex flex-wrap gap-x-5">
          <Checkbox isChecked={rule.app} onChange={(app) => onChange({ ...rule, app })}>
            {t('settings.app')}
          </Checkbox>
          {channels.map(({ id, kind, label }) => (
            <Checkbox key={id} isChecked={rule.channels.includes(id)} onChange={(isOn) => toggle(id, isOn)}>
              <span className="break-all">
                {t(`settings.kinds.${kind}`)} {label}
              </span>
            </Checkbox>
          ))}
        </div>
      </div>
    </fieldset>
  );
}

/** Who may have channels is shown the way to them. */
function NoChannels({ settings }: { readonly settings: NotificationSettings }) {
  const t = useTranslations('notifications.settings');
  return settings.not_offered === '' ? <p className="py-2 text-xs text-ink-3">{t('noChannels')}</p> : null;
}

/** What was changed here and not saved yet; kept for the page in another language. */
function useRuleChanges(rules: readonly Rule[]) {
  const [typed, setTyped] = useState<RuleChanges['typed']>({});
  const [changed, setChanged] = useState<RuleChanges['changed']>({});
  useTyped('notification rules', textOfChanges({ typed, changed }), (kept) => {
    const before = changesIn(kept, rules);
    setTyped(before.typed);
    setChanged(before.changed);
  });
  return { typed, changed, setTyped, setChanged };
}

/** From which limits on is told of what comes near. */
function LimitFields({
  liquidation,
  funding,
  errorOf,
  onType,
}: {
  readonly liquidation: string;
  readonly funding: string;
  readonly errorOf: (field: string) => string | undefined;
  readonly onType: (limit: RuleChanges['typed']) => void;
}) {
  const t = useTranslations('notifications.settings');
  return (
    <div className="my-3 grid gap-3 md:grid-cols-2">
      <NumberField
        label={t('liquidationPercent')}
        unit="%"
        decimals={2}
        value={liquidation}
        onChange={(liquidation_percent) => onType({ liquidation_percent })}
        error={errorOf('liquidation_percent')}
      />
      <NumberField
        label={t('fundingPercent')}
        unit="%"
        decimals={2}
        value={funding}
        onChange={(funding_percent) => onType({ funding_percent })}
        error={errorOf('funding_percent')}
      />
    </div>
  );
}

/** What is saved of the settings. */
export type SavedRules = Pick<NotificationSettings, 'rules' | 'liquidation_percent' | 'funding_percent'>;

/** What is told, where, and from which limits on. What was not changed here is as the exchange last said, and is not sent; what is on its way is not changed meanwhile. */
export function RulesForm({
  settings,
  onSaved,
}: {
  readonly settings: NotificationSettings;
  readonly onSaved: (saved: SavedRules) => void;
}) {
  const t = useTranslations('notifications.settings');
  const { typed, changed, setTyped, setChanged } = useRuleChanges(settings.rules);
  const ready = settings.channels.filter(({ is_confirmed }) => is_confirmed);
  const there = new Set(ready.map(({ id }) => id));
  const rules = settings.rules.map((rule) => {
    const shown = changed[rule.kind] ?? rule;
    return { ...shown, channels: shown.channels.filter((id) => there.has(id)) };
  });
  const liquidation = typed.liquidation_percent ?? settings.liquidation_percent;
  const funding = typed.funding_percent ?? settings.funding_percent;
  const saved: SavedRules = { rules, liquidation_percent: liquidation, funding_percent: funding };
  const form = useSecurityForm('saveNotificationRules', () => {
    // First, so that what was saved stands there when the changes go.
    onSaved(saved);
    setTyped({});
    setChanged({});
    toast('success', t('saved'));
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // Another page may have saved others meanwhile.
    void form.send({ ...typed, rules: rules.filter(({ kind }) => changed[kind] !== undefined) });
  };
  const hasChanged = Object.keys(typed).length + Object.keys(changed).length > 0;
  return (
    <form aria-labelledby="rules-title" onSubmit={submit} noValidate className="panel p-4">
      <h3 id="rules-title" className="mb-2 text-base font-semibold">
        {t('rules')}
      </h3>
      {form.failure !== null && <Notice tone="danger">{form.failure}</Notice>}
      <HeldFields held={unkeyed(form.isBusy)}>
        <div>
          {rules.map((rule) => (
            <RuleRow
              key={rule.kind}
              rule={rule}
              channels={ready}
              onChange={(next) => setChanged({ ...changed, [next.kind]: next })}
            />
          ))}
          {ready.length === 0 && <NoChannels settings={settings} />}
          <LimitFields
            liquidation={liquidation}
            funding={funding}
            errorOf={form.errorOf}
            onType={(limit) => setTyped({ ...typed, ...limit })}
          />
        </div>
      </HeldFields>
      <Button type="submit" tone="primary" isBusy={form.isBusy} disabled={!hasChanged}>
        {t('save')}
      </Button>
    </form>
  );
}
