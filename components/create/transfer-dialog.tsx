'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useSWRConfig } from 'swr';
import type { FundingAccount } from '#components/form/funding-account.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { MaxUnit } from '#components/ui/max-unit.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { NumberField } from '#components/ui/number-field.tsx';
import { Select } from '#components/ui/select.tsx';
import { useReplyText } from '#components/ui/use-reply-text.ts';
import { KeptOperation } from '#lib/client/kept-operation.ts';
import { moneyCall } from '#lib/client/money-call.ts';
import { toast } from '#lib/client/toasts.ts';
import { useCall } from '#lib/client/use-call.ts';
import { useFigures } from '#lib/client/use-figures.ts';
import { useSingleRun } from '#lib/client/use-single-run.ts';
import type { ReplyOf } from '#lib/contract/contract.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { AMOUNT_DECIMALS, parseAmount } from '#lib/money/amount.ts';
import { readDecimal } from '#lib/money/decimal-text.ts';

interface Props {
  readonly to: FundingAccount;
  readonly asset: string;
  readonly onClose: () => void;
}

/** Sends a transfer: trying again after silence moves the money once. */
function useTransfer({ to, asset, onClose }: Props) {
  const t = useTranslations();
  const { mutate } = useSWRConfig();
  const [operation] = useState(() => new KeptOperation<{ readonly from: FundingAccount; readonly amount: string }>());
  const { isBusy, run } = useSingleRun();
  const replyText = useReplyText();
  const send = async (from: FundingAccount, amount: string): Promise<void> => {
    const sent = await run(() =>
      operation.send({ from, amount }, (what, idempotencyKey) =>
        moneyCall('transfer', { body: { ...what, to, asset } }, { idempotencyKey }),
      ),
    );
    // Another press is on its way.
    if (sent === undefined) return;
    const { said: outcome } = sent;
    if (outcome.state === 'unknown') {
      toast('warning', t('common.error.unknown'));
      return;
    }
    if (outcome.state === 'abandoned') return;
    if (outcome.reply.code !== CODE.ok) {
      toast('error', replyText(outcome.reply));
      return;
    }
    toast('success', t('trade.transfer.done'));
    await mutate((name) => typeof name === 'string' && /available_balance|account\/wallet/.test(name));
    onClose();
  };
  /** What is typed or chosen otherwise is another transfer. */
  const asAnother =
    <T,>(take: (value: T) => void) =>
    (value: T): void => {
      operation.forget();
      take(value);
    };
  return { isBusy, send, asAnother };
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
export function TransferDialog(props: Props) {
  const { to, asset, onClose } = props;
  const t = useTranslations('trade');
  const action = useTranslations('common.action');
  const { data } = useCall('wallet', {});
  const sources = sourcesOf(data?.data ?? [], to, asset);
  const [chosen, setChosen] = useState<string | null>(null);
  const [amount, setAmount] = useState('');
  const { isBusy, send, asAnother } = useTransfer(props);
  const source = sources.find(({ account }) => account === chosen) ?? sources[0];
  const units = parseAmount(readDecimal(amount) ?? '');
  const most = parseAmount(source?.available ?? '') ?? 0n;
  const error =
    amount === '' || (units !== null && units > 0n && units <= most)
      ? undefined
      : t(units !== null && units > most ? 'transfer.tooMuch' : 'transfer.invalid');
  const isReady = source !== undefined && amount !== '' && error === undefined;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('transfer.title')}
      footer={
        <>
          <Button onClick={onClose}>{action('cancel')}</Button>
          <Button
            tone="primary"
            isBusy={isBusy}
            disabled={!isReady}
            onClick={() => source !== undefined && void send(source.account, readDecimal(amount) ?? amount)}
          >
            {t('transfer.submit')}
          </Button>
        </>
      }
    >
      {data !== undefined && source === undefined ? (
        <Notice>{t('transfer.none', { asset })}</Notice>
      ) : (
        <div className="flex flex-col gap-3 pt-1">
          <div className="flex items-center justify-between gap-3 text-sm">
            <span className="text-ink-2">{t('transfer.from')}</span>
            <Select
              label={t('transfer.from')}
              value={source?.account ?? ''}
              onChange={asAnother(setChosen)}
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
            error={error}
            onChange={asAnother(setAmount)}
          />
        </div>
      )}
    </Dialog>
  );
}
