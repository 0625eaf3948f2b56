import { useTranslations } from 'next-intl';
import { instrumentOfBot } from '#components/bots/bot-instrument.ts';
import { Button, buttonClass } from '#components/ui/button.tsx';
import { InfoTip } from '#components/ui/info-tip.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { isCreatable } from '#lib/kinds/catalogue.ts';
import { areParametersCopyable } from '#lib/strategies/rules/copyable.ts';
import { CreateLink } from './create-link.tsx';

/** What a bot like this one is created with; undefined where the exchange does not tell it. */
export type SharedPayload = Readonly<Record<string, unknown>> | undefined;

/** The payload that a form may begin with (C-227); undefined: only the bot itself can be copied. */
export function copyablePayload(bot: StrategyRow, payload: SharedPayload): SharedPayload {
  return areParametersCopyable(bot) ? payload : undefined;
}

/** 'Copy parameters' (C-091): to the create form of the bot's market or contract; where they may not be copied, why (C-228). */
export function CopyParameters({ bot, payload }: { readonly bot: StrategyRow; readonly payload: SharedPayload }) {
  const t = useTranslations('public.detail.copyParameters');
  const kind = bot.strategy_type;
  // What is hidden is said already where the parameters would stand.
  if (bot.params === null || !isCreatable(kind)) return null;
  const copied = copyablePayload(bot, payload);
  const { market, type } = instrumentOfBot(bot);
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2">
      {copied === undefined ? (
        <>
          <Button disabled>{t('label')}</Button>
          <InfoTip label={t('why')}>{t(areParametersCopyable(bot) ? 'notTold' : 'notSupported')}</InfoTip>
        </>
      ) : (
        <CreateLink kind={kind} market={market} type={type} payload={copied} className={buttonClass('secondary')}>
          {t('label')}
        </CreateLink>
      )}
    </div>
  );
}
