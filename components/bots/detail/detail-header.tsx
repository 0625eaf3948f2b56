'use client';

import { useLocale, useTranslations } from 'next-intl';
import { HelpLink } from '#components/addresses/help-link.tsx';
import { detailPath, signalerPath } from '#components/addresses/paths.ts';
import { Avatar } from '#components/ui/avatar.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { isCreatable } from '#lib/kinds/catalogue.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { TABLE_COLUMNS } from '#lib/kinds/table-columns.ts';
import { BotMarket } from '../bot-market.tsx';
import { BotSide } from '../bot-side.tsx';
import { isEnded } from '../bot-state.ts';
import { BotStatusBadge } from '../bot-status.tsx';
import { creatorName } from '../creator-name.ts';
import { useBotFormat } from '../use-bot-format.ts';
import { useEndText } from '../use-end-text.ts';

const isSet = (price: string | undefined): boolean => price !== undefined && /[1-9]/.test(price);

/** Spot kinds only buy: a side is said where there are several. */
function hasSide({ strategy_type: kind }: StrategyRow): boolean {
  return isCreatable(kind) && TABLE_COLUMNS[kind].some(({ id }) => id === 'side');
}

/**
 * Whose a bot is, or whose was copied: the name leads to all that the person shares (M-013, M-051), in a tab of its own; no way to one whom the exchange does
 * not name.
 */
function Person({ anonymous, nickname }: { readonly anonymous: string; readonly nickname: string }) {
  const language = useLocale();
  const looks = 'inline-flex min-h-11 items-center gap-1.5 self-start md:min-h-0';
  const face = (
    <>
      <Avatar seed={anonymous} size={18} />
      {creatorName(nickname)}
    </>
  );
  if (anonymous === '') return <span className={looks}>{face}</span>;
  return (
    <a href={signalerPath(language, anonymous)} target="_blank" rel="noopener" className={`${looks} hover:text-ink-1`}>
      {face}
    </a>
  );
}

/** Market, owner, times and tags (M-046 … M-051, M-067). */
export function DetailHeader({ bot }: { readonly bot: StrategyRow }) {
  const t = useTranslations('bots');
  const language = useLocale();
  const format = useBotFormat();
  const reason = useEndText();
  const source = bot.follow_id > 0 ? bot.follow_info : null;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-4 text-xs text-ink-2 md:gap-y-1">
        <BotMarket bot={bot} size={18} />
        <BotStatusBadge bot={bot} />
        {hasSide(bot) && <BotSide side={bot.side} leverage={bot.leverage} />}
        {isSet(bot.params?.stop_upward_price) && <Badge tone="accent">{t('detail.trailingUp')}</Badge>}
        {isSet(bot.params?.stop_downward_price) && <Badge tone="accent">{t('detail.trailingDown')}</Badge>}
        {source !== null && (
          <a
            aria-label={t('action.source')}
            href={detailPath(language, { ...bot, strategy_id: bot.follow_id, anonymous: source.anonymous })}
            className="text-ink-3 hover:text-ink-1"
          >
            <Icon name="copy" size={14} />
          </a>
        )}
        <Person {...bot.user_info} />
        {isCreatable(bot.strategy_type) && <HelpLink kind={bot.strategy_type} label={t('detail.help')} />}
        <span className="text-ink-3">{t('detail.created', { time: format.time(bot.create_time) })}</span>
        {isEnded(bot) && (
          <span className="text-ink-3">
            {[
              // Another exchange may not tell when.
              ...(bot.finish_time > 0 ? [t('detail.finished', { time: format.time(bot.finish_time) })] : []),
              ...(bot.finish_as === '' ? [] : [reason(bot)]),
            ].join(' · ')}
          </span>
        )}
      </div>
      {source !== null && factsOf(bot.strategy_type).profits !== 'round' && (
        <div className="flex flex-col gap-1 text-xs text-ink-2">
          <Person {...source} />
          <Notice>
            {t('detail.copied', {
              name: creatorName(source.nickname),
              percent: format.percent(bot.follow_fee_rate, false),
            })}
          </Notice>
        </div>
      )}
    </div>
  );
}
