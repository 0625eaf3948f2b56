import { useLocale, useTranslations } from 'next-intl';
import { HelpLink } from '#components/addresses/help-link.tsx';
import { BotMarket } from '#components/bots/bot-market.tsx';
import { tradedByRow } from '#components/bots/traded-name.ts';
import { copiedBot } from '#components/copy/copied-bot.ts';
import { CopyButton } from '#components/copy/copy-button.tsx';
import { buttonClass } from '#components/ui/button.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { timeText } from '#lib/i18n/date-text.ts';
import { isCreatable } from '#lib/kinds/catalogue.ts';
import { BotTags, StateBadge } from './bot-tags.tsx';
import { copyablePayload, type SharedPayload } from './copy-parameters.tsx';
import { CreateLink } from './create-link.tsx';
import { useKindText } from './kind-text.ts';
import { ProviderLink } from './provider-link.tsx';
import { TrailingBadge } from './trailing-badge.tsx';

/** Market, kind, provider, and the tags of a bot: run duration, copies, trades (C-088). */
export function BotHeader({
  bot,
  payload,
}: {
  readonly bot: StrategyRow;
  /** What a bot like this one is created with; undefined where the parameters are hidden. */
  readonly payload: SharedPayload;
}) {
  const t = useTranslations('public.detail');
  const shell = useTranslations('public.shell');
  const locale = useLocale();
  const kindText = useKindText();
  const copied = copyablePayload(bot, payload);
  const created = timeText(bot.create_time, locale, 'UTC');
  return (
    <header className="flex flex-wrap items-start justify-between gap-4">
      <div className="min-w-0">
        <h1 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xl font-semibold">
          <BotMarket bot={bot} size={28} />
          <span className="text-base font-normal text-ink-2">{kindText(bot.strategy_type, 'name')}</span>
          <StateBadge bot={bot} />
          {bot.params !== null && (
            <TrailingBadge up={bot.params.stop_upward_price} down={bot.params.stop_downward_price} />
          )}
        </h1>
        {bot.strategy_name !== '' && (
          <p className="mt-1 truncate text-sm text-ink-2">
            <bdi>{bot.strategy_name}</bdi>
          </p>
        )}
        <div className="mt-1 flex flex-wrap items-center gap-x-3 text-xs text-ink-3">
          <ProviderLink anonymous={bot.user_info.anonymous} nickname={bot.user_info.nickname} />
          {isCreatable(bot.strategy_type) && <HelpLink kind={bot.strategy_type} label={shell('help')} />}
          <span>{t('created', { time: `${created} UTC` })}</span>
        </div>
        <BotTags bot={bot} />
      </div>
      {isCreatable(bot.strategy_type) && (
        <div className="flex flex-col gap-2 max-md:w-full md:max-w-64 md:text-end">
          <CopyButton
            bot={copiedBot(bot)}
            name={`${tradedByRow(bot)} ${kindText(bot.strategy_type, 'name')}`}
            opensFromAddress
            className="max-md:w-full"
          />
          <CreateLink
            kind={bot.strategy_type}
            market={bot.market}
            type={bot.settle === '' ? 'spot' : `futures_${bot.settle}`}
            payload={copied}
            className={`${buttonClass('secondary', 'lg')} max-md:w-full`}
          >
            {t('create')}
          </CreateLink>
          <p className="text-2xs text-ink-3">
            {t(copied === undefined ? 'createHintHidden' : 'createHint', { market: bot.market.replace('_', '/') })}
          </p>
        </div>
      )}
    </header>
  );
}
