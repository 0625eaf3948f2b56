'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { DEFAULT_MARKET, detailPath, instrumentPath, landingPath } from '#components/addresses/paths.ts';
import { buttonClass } from '#components/ui/button.tsx';
import { STRATEGY_TYPES } from '#lib/contract/vocabulary.ts';
import type { Language } from '#lib/i18n/languages.ts';

/** The bot that an address names; null where it names none. */
function botPathOf(language: Language, search: string): string | null {
  const asked = new URLSearchParams(search);
  const [id, anonymous] = [asked.get('id') ?? '', asked.get('name') ?? ''];
  const strategy_type = STRATEGY_TYPES.find((one) => one === asked.get('type'));
  if (!/^[1-9]\d{0,14}$/.test(id) || !/^[0-9a-f]{16}$/.test(anonymous) || strategy_type === undefined) return null;
  return detailPath(language, { strategy_id: Number(id), strategy_type, anonymous });
}

/** To the bot that was shared, to all strategies, and to the own bots. */
export function PhoneLinks({ language }: { readonly language: Language }) {
  const t = useTranslations('public.phone');
  const [botPath, setBotPath] = useState<string | null>(null);
  useEffect(() => setBotPath(botPathOf(language, window.location.search)), [language]);
  const wide = 'w-full justify-center';
  return (
    <div className="flex flex-col gap-3">
      {botPath !== null && (
        <a href={botPath} className={`${buttonClass('primary', 'lg')} ${wide}`}>
          {t('bot')}
        </a>
      )}
      <a href={landingPath(language)} className={`${buttonClass('secondary', 'lg')} ${wide}`}>
        {t('strategies')}
      </a>
      <a
        href={instrumentPath(language, { market: DEFAULT_MARKET, type: 'spot' })}
        className={`${buttonClass('secondary', 'lg')} ${wide}`}
      >
        {t('own')}
      </a>
    </div>
  );
}
