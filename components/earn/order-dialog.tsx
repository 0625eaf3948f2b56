'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ActionDialog } from '#components/bots/actions/action-dialog.tsx';
import { AmountInput, mostTyped, typedAmount } from '#components/bots/actions/amount-input.tsx';
import { useAction } from '#components/bots/actions/use-action.ts';
import { useBotFormat } from '#components/bots/use-bot-format.ts';
import { useAvailable } from '#components/form/use-check-context.ts';
import { Notice } from '#components/ui/notice.tsx';
import { watchBotsClosely } from '#lib/client/bots-view.ts';
import { useOwnClose } from '#lib/client/use-is-there.ts';
import { keepTyped, useTyped } from '#lib/client/use-typed.ts';
import { formatAmount, parseAmountDown, parseAmountUp } from '#lib/money/amount.ts';
import { readDecimal } from '#lib/money/decimal-text.ts';
import { minimumText } from '#lib/strategies/rules/money.ts';
import { assetsOf, isAvailable, mostOf, type Offer, type Offers, offerKey, productOf } from './dual-product.ts';
import { orderFigures } from './order-figures.ts';
import { OrderOutcome } from './order-outcome.tsx';

/** Decimals that an amount is typed in: those of the ledger for coins, cents for dollars. */
const DECIMALS = { call: 6, put: 2 } as const;

/** What is typed, and what is wrong with it before it is sent. */
function useOrderAmount(offers: Offers, offer: Offer, asset: string) {
  const t = useTranslations('dual.order');
  const format = useBotFormat();
  const [typed, setTyped] = useState('');
  const place = `dual ${offers.type} ${offers.pair} ${offerKey(offer)}`;
  // Closed, since the page lies behind it, when the language is changed.
  useTyped(place, typed, setTyped);
  const available = useAvailable(asset, 'spot');
  const amount = typedAmount(typed);
  // An exchange may count finer: of bounds that cannot be read as they are nothing could be ordered.
  const least = parseAmountUp(offers.min_amount) ?? 0n;
  const most = parseAmountDown(mostOf(offers, offer)) ?? 0n;
  const decimals = DECIMALS[offers.type];
  const inAsset = (figure: string) => format.amount('held-coin', figure, asset);
  const isOutside = amount !== null && (amount < least || amount > most);
  const isTooMuch = amount !== null && available !== null && amount > available;
  // As they can be typed.
  const bounds = t('bounds', {
    min: inAsset(minimumText(least, decimals)),
    max: inAsset(mostTyped(most, decimals)),
  });
  return {
    ...{ typed, setTyped, amount, least, most, available, wasOrdered: () => keepTyped(place, '') },
    wrong: isOutside ? bounds : isTooMuch ? t('balance') : undefined,
  };
}

function Amount({
  offers,
  order: { typed, setTyped, most, available, wrong },
  refused,
}: {
  readonly offers: Offers;
  readonly order: ReturnType<typeof useOrderAmount>;
  /** What the exchange has against it. */
  readonly refused: string | undefined;
}) {
  const t = useTranslations('dual.order');
  const { invested: asset } = assetsOf(offers);
  return (
    <AmountInput
      label={t('amount', { asset })}
      terms={['amount_in', offers.type === 'call' ? 'sell_high' : 'buy_low']}
      kind={productOf(offers.type)}
      asset={asset}
      decimals={DECIMALS[offers.type]}
      most={available}
      bound={most}
      mostLabel={t('available')}
      value={typed}
      error={wrong ?? refused}
      onChange={setTyped}
    />
  );
}

/** The order as it is shown: with another rate or expiry the exchange refuses it. */
function bodyOf({ pair: market, type, quote_time }: Offers, offer: Offer, typed: string) {
  const { exercise_price, delivery_timest, apy_display } = offer;
  return { market, type, quote_time, exercise_price, delivery_timest, apy_display, amount: readDecimal(typed) ?? '' };
}

/**
 * Orders one of the offers. It shows the offer as it is now, and that is what is sent; one that is not offered any more cannot be ordered.
 */
export function OrderDialog({
  offers,
  offer,
  isOffered,
  onClose,
}: {
  readonly offers: Offers;
  readonly offer: Offer;
  readonly isOffered: boolean;
  readonly onClose: () => void;
}) {
  const t = useTranslations('dual.order');
  const format = useBotFormat();
  const { coin, invested: asset } = assetsOf(offers);
  const order = useOrderAmount(offers, offer, asset);
  const { typed, amount, least, wrong, wasOrdered } = order;
  const leave = useOwnClose(onClose);
  const action = useAction(
    () => {
      watchBotsClosely(Date.now());
      wasOrdered();
      leave();
    },
    { told: ['amount'] },
  );
  const full = useTranslations('dual.offers')('full');
  const canBeOrdered = isAvailable(offer);
  const shown = orderFigures(offers, offer, amount ?? least);
  const refused = action.refusal?.field === 'amount' ? action.refusal.text : undefined;
  const price = format.withUnit(format.figure(offer.exercise_price), 'USDT');
  return (
    <ActionDialog
      title={t(`title.${productOf(offers.type)}`, { coin, price })}
      width="md"
      action={action}
      confirm={t('confirm')}
      isDisabled={!isOffered || !canBeOrdered || amount === null || wrong !== undefined}
      onConfirm={() => void action.run('subscribeDual', { body: bodyOf(offers, offer, typed) }, t('done'))}
      onClose={onClose}
    >
      {!isOffered && <Notice tone="warn">{t('gone')}</Notice>}
      {isOffered && !canBeOrdered && <Notice tone="warn">{full}</Notice>}
      <p className="text-xs text-ink-2">
        {t(`lead.${productOf(offers.type)}`, {
          coin,
          price,
          time: format.utc(offer.delivery_timest),
          days: offer.invest_days,
        })}
      </p>
      <Amount offers={offers} order={order} refused={refused} />
      {amount === null && (
        <p className="text-2xs text-ink-3">
          {t('example', { amount: format.amount('held-coin', formatAmount(least), asset) })}
        </p>
      )}
      {shown !== null && <OrderOutcome offers={offers} offer={offer} figures={shown} />}
    </ActionDialog>
  );
}
