'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useSWRConfig } from 'swr';
import { ActionDialog } from '#components/bots/actions/action-dialog.tsx';
import { useAction } from '#components/bots/actions/use-action.ts';
import type { FundingAccount } from '#components/form/funding-account.ts';
import { LiveGap } from '#components/ui/live-gap.tsx';
import { MaxUnit } from '#components/ui/max-unit.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { NumberField } from '#components/ui/number-field.tsx';
import { Select } from '#components/ui/select.tsx';
import { useCall } from '#lib/client/use-call.ts';
import { useFigures } from '#lib/client/use-figures.ts';
import { useOwnClose } from '#lib/client/use-is-there.ts';
import type { ReplyOf } from '#lib/contract/contract.ts';
import { AMOUNT_DECIMALS, parseAmount, parseAmountDown } from '#lib/money/amount.ts';
import { readDecimal } from '#lib/money/decimal-text.ts';

interface Props {
  readonly to: FundingAccount;
  readonly asset: string;
  readonly onClose: () => void;
}

/** How much, with all of what the chosen account holds at a press. */
function AmountField({
  asset,
  available,
  amount,
  error,
  onChange,
}: {
  readonly asset: string;
  /** Of the account that it comes from; undefined while there is none. */
  readonly available: string | undefined;
  readonly amount: string;
  readonly error: string | undefined;
  readonly onChange: (amount: string) => void;
}) {
  const t = useTranslations('trade.transfer');
  const figures = useFigures();
  return (
    <NumberField
      label={t('amount')}
      name="transfer_amount"
      decimals={AMOUNT_DECIMALS}
      value={amount}
      onChange={onChange}
      aside={
        <span className="text-ink-3">
          {t('available')} {available === undefined ? '--' : figures.balance(available)} {asset}
        </span>
      }
      unit={<MaxUnit unit={asset} onMax={() => onChange(available ?? '')} />}
      error={error}
    />
  );
}

type Wallet = NonNullable<ReplyOf<'wallet'>['data']>;

/** Where there is something of the asset to move. */
function sourcesOf(wallet: Wallet, to: FundingAccount, asset: string): Wallet {
  return wallet.filter((one) => one.asset === asset && one.account !== to && /[1-9]/.test(one.available));
}

/** Moves money into the account that a bot is paid from, from whichever other account holds it (E9). */
export function TransferDialog({ to, asset, onClose }: Props) {
  const t = useTranslations('trade');
  const { data, error: notKnown } = useCall('wallet', {});
  const { mutate } = useSWRConfig();
  const leave = useOwnClose(onClose);
  const action = useAction(
    () => {
      void mutate((name) => typeof name === 'string' && /available_balance|account\/wallet/.test(name));
      leave();
    },
    { told: 'any' },
  );
  /** The accounts as they were when it went out: what is held shows what was sent, though the money may be there by now. */
  const [asSent, setAsSent] = useState<Wallet>([]);
  const isHeld = action.isBusy || action.isUnanswered;
  const sources = isHeld ? asSent : sourcesOf(data?.data ?? [], to, asset);
  const [chosen, setChosen] = useState<string | null>(null);
  const [amount, setAmount] = useState('');
  const source = sources.find(({ account }) => account === chosen) ?? sources[0];
  const units = parseAmount(readDecimal(amount) ?? '');
  const most = parseAmountDown(source?.available ?? '') ?? 0n;
  const error =
    amount === '' || (units !== null && units > 0n && units <= most)
      ? undefined
      : t(units !== null && units > most ? 'transfer.tooMuch' : 'transfer.invalid');
  const send = (): void => {
    if (source === undefined) return;
    setAsSent(sources);
    const body = { from: source.account, to, asset, amount: readDecimal(amount) ?? amount };
    void action.run('transfer', { body }, t('transfer.done'));
  };
  return (
    <ActionDialog
      title={t('transfer.title')}
      action={action}
      confirm={t('transfer.submit')}
      isDisabled={source === undefined || amount === '' || error !== undefined}
      onConfirm={send}
      onClose={onClose}
    >
      {data === undefined && <LiveGap error={notKnown} className="h-40 w-full" />}
      {data !== undefined && source === undefined && <Notice>{t('transfer.none', { asset })}</Notice>}
      {source !== undefined && (
        <>
          <div className="flex items-center justify-between gap-3 text-sm">
            <span className="text-ink-2">{t('transfer.from')}</span>
            <Select
              label={t('transfer.from')}
              value={source?.account ?? ''}
              onChange={setChosen}
              options={sources.map(({ account }) => ({ value: account, label: t(`account.${account}`) }))}
            />
          </div>
          <div className="flex items-center justify-between gap-3 text-sm">
            <span className="text-ink-2">{t('transfer.to')}</span>
            <span>{t(`account.${to}`)}</span>
          </div>
          <AmountField
            asset={asset}
            available={source?.available}
            amount={amount}
            error={error ?? action.refusal?.text}
            onChange={setAmount}
          />
        </>
      )}
    </ActionDialog>
  );
}
