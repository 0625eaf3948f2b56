'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useAction } from '#components/bots/actions/use-action.ts';
import { Stat } from '#components/bots/detail/kind-statistics.tsx';
import { useBotFormat } from '#components/bots/use-bot-format.ts';
import { Button } from '#components/ui/button.tsx';
import { Confirm } from '#components/ui/confirm.tsx';
import { LiveGap } from '#components/ui/live-gap.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useReasonText } from '#components/ui/use-reply-text.ts';
import { useCall } from '#lib/client/use-call.ts';
import type { ProtectionLimit } from '#lib/contract/protection-words.ts';
import { parseSignedAmount } from '#lib/money/amount.ts';
import { NO_FIGURE } from '#lib/money/display.ts';
import { Section } from '../section.tsx';
import { LimitsForm } from './limits-form.tsx';
import { PROTECTION_PLACE, PROTECTION_REFRESH_MS } from './protection-banner.tsx';
import type { Protection } from './typed-limits.ts';

/** Limits of the whole account: how it stands, what is set, what would happen now. `assets`: coins of the account. */
export function ProtectionSection({ assets }: { readonly assets: readonly string[] }) {
  const t = useTranslations('portfolio.protection');
  const { data, error, mutate } = useCall('protection', {}, { refreshInterval: PROTECTION_REFRESH_MS });
  const protection = data?.data;
  const refresh = (): void => void mutate();
  const reason = useReasonText();
  return (
    <div id={PROTECTION_PLACE} className="scroll-mt-20">
      <Section title={t('title')} note={t('note')}>
        {protection === undefined ? (
          <LiveGap error={error} unknown={t('unknown')} className="h-80 w-full" />
        ) : (
          <>
            <State protection={protection} />
            <Rearm protection={protection} onDone={refresh} />
            {protection.not_offered === '' ? (
              <LimitsForm protection={protection} assets={assets} onSaved={refresh} />
            ) : (
              <Notice>{reason(protection.not_offered)}</Notice>
            )}
          </>
        )}
      </Section>
    </div>
  );
}

/** Percent of the peak, with two decimals, rounded down; null where it is not known. */
function fallOf({ equity, peak }: Pick<Protection, 'equity' | 'peak'>): string | null {
  const [now, top] = [parseSignedAmount(equity), parseSignedAmount(peak)];
  if (now === null || top === null || top <= 0n) return null;
  const hundredths = now >= top ? 0n : ((top - now) * 10_000n) / top;
  return `${hundredths / 10_000n}.${String(hundredths % 10_000n).padStart(4, '0')}`;
}

function State({ protection }: { readonly protection: Protection }) {
  const t = useTranslations('portfolio.protection.state');
  const format = useBotFormat();
  const { drawdown, exposure, equity, peak, peak_since: since, time } = protection;
  if (drawdown === null && exposure === null) return null;
  const fall = fallOf(protection);
  const money = (figure: string): string =>
    figure === '' ? NO_FIGURE : format.amount('portfolio-money', figure, 'USDT');
  const values = {
    all_assets: money(equity),
    account_peak: money(peak),
    ...(fall === null ? {} : { account_fall: format.percent(fall, false) }),
  };
  return (
    <div className="flex flex-col gap-2">
      <dl className="grid grid-cols-2 gap-3 md:grid-cols-4">
        <Stat label={t('equity')} figure="all_assets" values={values}>
          {money(equity)}
        </Stat>
        {drawdown !== null && (
          <>
            <Stat label={t('peak')} figure="account_peak" values={values}>
              {money(peak)}{' '}
              {since > 0 && <span className="text-xs text-ink-3">{t('since', { time: format.time(since) })}</span>}
            </Stat>
            <Stat label={t('fall')} figure="account_fall" values={values}>
              <span data-protection-fall>{fall === null ? NO_FIGURE : format.percent(fall, false)}</span>
            </Stat>
          </>
        )}
      </dl>
      <p className="text-xs text-ink-3">
        {time === 0 ? t('never') : t('looked', { time: format.time(time, true) })}
        {time > 0 && equity === '' && ` · ${t('notKnown')}`}
      </p>
    </div>
  );
}

/** Arms what was reached again: asked before, because what it stopped may begin. */
function Rearm({ protection, onDone }: { readonly protection: Protection; readonly onDone: () => void }) {
  const t = useTranslations('portfolio.protection.rearm');
  const action = useTranslations('common.action');
  const [asked, setAsked] = useState<ProtectionLimit | null>(null);
  const run = useAction(() => {
    setAsked(null);
    onDone();
  });
  const reached = [...new Set(protection.crossings.map(({ limit }) => limit))];
  return (
    <>
      {reached.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {reached.map((limit) => (
            <Button key={limit} onClick={() => setAsked(limit)}>
              {t(limit)}
            </Button>
          ))}
        </div>
      )}
      {asked !== null && (
        <Confirm
          title={t(`titleOf.${asked}`)}
          yes={t(asked)}
          no={action('cancel')}
          held={run}
          onAnswer={(isYes) => {
            if (isYes) void run.run('rearmProtection', { body: { limit: asked } }, t('done'));
            else if (!run.isBusy) setAsked(null);
          }}
        >
          <p className="text-sm text-ink-2">{t(`text.${asked}`)}</p>
        </Confirm>
      )}
    </>
  );
}
