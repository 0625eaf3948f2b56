'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { percentOf, shareOf } from '#components/form/amount-share.ts';
import { AmountShares } from '#components/form/amount-shares.tsx';
import { FieldHint } from '#components/form/field-hint.tsx';
import type { FieldNotes } from '#components/form/field-notes.ts';
import { hideKeyboardOnEnter } from '#components/form/form-field.tsx';
import { fieldId } from '#components/form/form-field-id.ts';
import { type FundingAccount, fundingAccount } from '#components/form/funding-account.ts';
import { countOfBots } from '#components/form/several-coins.ts';
import { useFieldText } from '#components/form/use-issue-text.ts';
import type { StrategyForm } from '#components/form/use-strategy-form.ts';
import { MaxUnit } from '#components/ui/max-unit.tsx';
import { NumberField } from '#components/ui/number-field.tsx';
import { useFigures } from '#lib/client/use-figures.ts';
import { formatAmount } from '#lib/money/amount.ts';
import type { FieldDescriptor } from '#lib/strategies/definition.ts';
import { TransferDialog } from './transfer-dialog.tsx';
import { TrialNotice } from './trial-notice.tsx';

/** What the account holds that the bot is paid from, and the way to move more into it. */
function Balance({
  account,
  available,
  unit,
  onTransfer,
}: {
  readonly account: FundingAccount;
  readonly available: bigint | null;
  readonly unit: string;
  readonly onTransfer: () => void;
}) {
  const t = useTranslations('trade.amount');
  const trade = useTranslations('trade');
  const figures = useFigures();
  return (
    <span className="text-ink-3" title={trade(`account.${account}`)}>
      {t('available')}{' '}
      <span className="text-ink-1">
        {available === null ? '--' : figures.balance(formatAmount(available))} {unit}
      </span>
      {available !== null && (
        <button
          type="button"
          aria-label={`${trade('transfer.open')}: ${trade(`account.${account}`)}`}
          onClick={onTransfer}
          className="ms-1.5 min-h-8 rounded px-1 text-accent md:min-h-5"
        >
          {trade('transfer.open')}
        </button>
      )}
    </span>
  );
}

/** The investment: amount with Max, the balance it comes from, a slider and quick shares of it. */
export function AmountBlock({
  form,
  field,
  notes,
}: {
  readonly form: StrategyForm;
  readonly field: FieldDescriptor;
  readonly notes: FieldNotes;
}) {
  const text = useFieldText();
  const { values, spec, context } = form;
  const unit = field.unit?.(values, spec) ?? '';
  const decimals = field.decimals?.(values, spec) ?? 0;
  const value = values[field.name] ?? '';
  const { available } = context;
  const isDisabled = field.isDisabled?.(values) === true;
  // One investment is given for each of several coins: the most that it can be is a part of the balance (B7).
  const most = available === null ? null : available / BigInt(countOfBots(form.definition.kind, values));
  const percent = percentOf(value, most);
  const setShare = (share: number): void => {
    if (most !== null) form.change(field.name, shareOf(most, share, decimals));
  };
  const account = fundingAccount(form.definition.calls.account, spec);
  const [isTransferring, setIsTransferring] = useState(false);
  const hasBalance = available !== null && available > 0n && !isDisabled;
  return (
    <div className="flex flex-col gap-2">
      <NumberField
        id={fieldId(field.name)}
        name={field.name}
        label={text(`${field.label}.label`) ?? field.name}
        mark={<FieldHint form={form} label={field.label} />}
        decimals={decimals}
        placeholder={text(`${field.label}.placeholder`) ?? ''}
        value={value}
        disabled={isDisabled}
        onChange={(typed) => form.change(field.name, typed)}
        onKeyDown={hideKeyboardOnEnter}
        aside={
          !isDisabled && (
            <Balance account={account} available={available} unit={unit} onTransfer={() => setIsTransferring(true)} />
          )
        }
        unit={isDisabled ? unit : <MaxUnit unit={unit} isDisabled={!hasBalance} onMax={() => setShare(100)} />}
        error={notes.error}
        warning={notes.warning}
      />
      {!isDisabled && <AmountShares percent={percent} hasBalance={hasBalance} onShare={setShare} />}
      <TrialNotice form={form} />
      {isTransferring && <TransferDialog to={account} asset={unit} onClose={() => setIsTransferring(false)} />}
    </div>
  );
}
