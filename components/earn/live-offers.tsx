'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useMemo, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { StaleMark } from '#components/ui/stale-notice.tsx';
import { useAwaited } from '#lib/client/awaited.ts';
import { callUrl } from '#lib/client/call.ts';
import { useStalenessOf } from '#lib/client/live-lines.ts';
import { useSession } from '#lib/client/session.ts';
import { toldPart } from '#lib/client/told-part.ts';
import { useCall } from '#lib/client/use-call.ts';
import { type DualQuestion, type Offer, offerKey, typeOf } from './dual-product.ts';
import { type OrderWay, shownOffers, wayIn } from './offer-rows.tsx';
import type { OfferWords, TellOffers } from './offers-shown.ts';
import { useOfferFigures } from './use-offer-figures.ts';

// Most visitors order nothing: the dialog, its picture and what sends money are asked for when somebody is near the button.
const orderDialog = toldPart('order-dialog', () => import('./order-dialog.tsx').then((part) => part.OrderDialog));

/** Offers are made anew every minute. */
const REFRESH_MS = 10_000;
/** While the volatility is being measured, which takes seconds. */
const SOON_MS = 2_000;

interface Props extends DualQuestion {
  readonly onOffers: TellOffers;
}

function useOffers({ product, market }: DualQuestion) {
  const input = { query: { market, type: typeOf(product) } };
  const { data } = useCall('dualOffers', input, {
    refreshInterval: (latest) => (latest?.data?.volatility === '' ? SOON_MS : REFRESH_MS),
  });
  return { offers: data?.data, staleness: useStalenessOf(callUrl('dualOffers', input)) };
}

/** Who looks, for what orders: a browser that a trader has used has the way in out of sight until it is known that nobody is logged in. */
type Viewer = 'unknown' | 'guest' | 'trader';

function useWhoLooks(): Viewer {
  const { session } = useSession();
  if (session === undefined) return 'unknown';
  if (session.logged_in) return 'trader';
  return document.documentElement.dataset.trader === undefined ? 'unknown' : 'guest';
}

function orderButton(offer: Offer, { t }: OfferWords, onChoose: (offer: Offer) => void): OrderWay {
  const draw = () => (
    <Button
      key="order"
      size="sm"
      tone="primary"
      onPointerEnter={orderDialog.bring}
      onFocus={orderDialog.bring}
      onClick={() => onChoose(offer)}
    >
      {t('order')}
    </Button>
  );
  return { says: 'order', draw };
}

/** What is offered on a market now, told to the table that the page came with, and the way to order it. Until there is an answer that table stands as it was made. */
export function LiveOffers({ onOffers, ...question }: Props) {
  const t = useTranslations('dual.offers');
  const locale = useLocale();
  const { offers, staleness } = useOffers(question);
  const viewer = useWhoLooks();
  const [chosen, setChosen] = useState<Offer | null>(null);
  const OrderDialog = orderDialog.usePart(chosen !== null);
  useAwaited(chosen !== null && OrderDialog === undefined, () => setChosen(null));
  const { days } = question;
  const { login, allTerms } = question.addresses;
  const figures = useOfferFigures(offers, days);
  const fresh = useMemo(() => {
    if (offers === undefined) return null;
    const words = { t, locale };
    const wayTo = (offer: Offer): OrderWay =>
      viewer === 'trader' ? orderButton(offer, words, setChosen) : wayIn(login, words, viewer === 'guest');
    return { ...shownOffers(offers, days, words, { allTerms, wayTo }), figures };
  }, [offers, days, viewer, figures, t, locale, login, allTerms]);
  useEffect(() => {
    onOffers(fresh, staleness !== null && <StaleMark staleness={staleness} className="px-3 py-1" />);
  }, [fresh, staleness, onOffers]);
  if (chosen === null || offers === undefined || OrderDialog === undefined) return null;
  const now = offers.offers.find((offer) => offerKey(offer) === offerKey(chosen));
  return (
    <OrderDialog offers={offers} offer={now ?? chosen} isOffered={now !== undefined} onClose={() => setChosen(null)} />
  );
}
