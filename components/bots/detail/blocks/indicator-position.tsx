'use client';

import { useTranslations } from 'next-intl';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { TrendText } from '#components/ui/trend-text.tsx';
import { useCall } from '#lib/client/use-call.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { isContractBot, profitAssetOf } from '../../bot-instrument.ts';
import { isEnded } from '../../bot-state.ts';
import { useBotFormat } from '../../use-bot-format.ts';
import { usePriceText } from '../../use-price-text.ts';
import { Stat } from '../kind-statistics.tsx';

/** M-170. */
const REFRESH_MS = 10_000;

/** What an indicator bot holds now (M-300); nothing between a close and the next opening. */
export function IndicatorPosition({ bot }: { readonly bot: StrategyRow }) {
  const t = useTranslations('bots.indicator');
  const holdings = useTranslations('bots.holdings');
  const format = useBotFormat();
  const price = usePriceText(bot);
  const query = { strategy_id: String(bot.strategy_id), strategy_type: bot.strategy_type };
  const { data, error } = useCall('composeDetail', { query }, { refreshInterval: isEnded(bot) ? 0 : REFRESH_MS });
  const detail = data?.data;
  if (detail === undefined || !('position_info' in detail)) {
    return error === undefined ? <Skeleton className="h-12 w-full" /> : <p className="text-xs text-ink-3">--</p>;
  }
  const { position_info: position } = detail;
  if (position === null) return <p className="text-xs text-ink-3">{t('hidden')}</p>;
  if (!/[1-9]/.test(position.size))
    return <p className="text-xs text-ink-3">{t(isEnded(bot) ? 'flatEnded' : 'flat')}</p>;
  const [base = ''] = bot.market.split('_');
  const isShort = position.size.startsWith('-');
  const size = position.size.replace('-', '');
  const onContract = isContractBot(bot);
  const asset = profitAssetOf(bot);
  const values = {
    position: onContract ? holdings('contracts', { size: format.figure(size) }) : format.amount('quantity', size, base),
    position_value: format.amount('order-amount', position.value, asset),
    unrealised_profit: format.profit(position.profit, asset),
    ...(position.entry_price === '' ? {} : { entry_price: price(position.entry_price) }),
  };
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 md:grid-cols-4">
      <Stat label={t('size')} figure="position" bot={bot} values={values}>
        {onContract && (
          <>
            <span className={isShort ? 'text-fall' : 'text-rise'}>{holdings(isShort ? 'short' : 'long')}</span>{' '}
          </>
        )}
        {values.position}
      </Stat>
      <Stat label={t('entry')} figure="entry_price" bot={bot} values={values}>
        {position.entry_price === '' ? '--' : price(position.entry_price)}
      </Stat>
      <Stat label={t('value')} figure="position_value" bot={bot} values={values}>
        {format.amount('order-amount', position.value, asset)}
      </Stat>
      <Stat label={t('profit')} figure="unrealised_profit" bot={bot} values={values}>
        <TrendText value={position.profit} text={format.profit(position.profit, asset)} />
      </Stat>
    </dl>
  );
}
