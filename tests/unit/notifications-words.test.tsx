// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { useNotificationText } from '#components/notifications/use-notification-text.ts';
import { NOTIFICATION_CODES } from '#lib/contract/notification-words.ts';
import enBots from '#messages/en/bots.json' with { type: 'json' };
import enPlans from '#messages/en/invest.json' with { type: 'json' };
import en from '#messages/en/notifications.json' with { type: 'json' };
import zhBots from '#messages/zh/bots.json' with { type: 'json' };
import zhPlans from '#messages/zh/invest.json' with { type: 'json' };
import zh from '#messages/zh/notifications.json' with { type: 'json' };
import type { Notice } from '#server/exchange/notifications/notice.ts';
import { noticeText } from '#server/exchange/notifications/notice-text.ts';

const MESSAGES = {
  en: { notifications: en, bots: enBots, invest: enPlans },
  zh: { notifications: zh, bots: zhBots, invest: zhPlans },
} as const;

const NOTICE: Notice = {
  kind: 'fill',
  code: 'fill',
  timeMs: 0,
  botId: 7,
  botKind: 'spot_grid',
  name: '',
  market: 'BTC_USDT',
  values: {
    side: 'sell',
    quantity: '0.00012345',
    price: '65432.1',
    count: '1234',
    bots: '1',
    percent: '-1.5',
    limit: '0.1',
    where: 'below',
    reason: 'less_low',
    why: 'no-balance',
    plans: '3',
    coin: 'BTC',
    channel: '{hooks.example.com}',
    profit: '-12.5',
    asset: 'USDT',
  },
};

function onScreen(notice: Notice, language: 'en' | 'zh') {
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <NextIntlClientProvider locale={language} messages={MESSAGES[language]} timeZone="UTC">
      {children}
    </NextIntlClientProvider>
  );
  const { botKind, ...told } = notice;
  return renderHook(() => useNotificationText(), { wrapper }).result.current({ ...told, strategy_type: botKind });
}

describe('the words of a notification', () => {
  it.each(['en', 'zh'] as const)('are the same on the screen and on every other way, in %s', (language) => {
    for (const code of NOTIFICATION_CODES) {
      for (const name of ['', 'my {bot}']) {
        const notice = { ...NOTICE, code, name };
        const { title, sentence, result } = onScreen(notice, language);
        expect(sentence, code).not.toBe('');
        expect(noticeText(notice, language)).toEqual({ title, sentence: `${sentence} · ${result}` });
      }
    }
  });

  it('have plurals, signs and grouped figures where no screen is either', () => {
    const several = { ...NOTICE, code: 'fills-of-several', botId: 0, botKind: '', name: '', market: '' } as const;
    expect(noticeText(several, 'en')).toEqual({
      title: 'Fills',
      sentence: '1,234 fills of 1 bot within ten minutes · Result -12.5000 USDT',
    });
    const won = { ...several, values: { ...NOTICE.values, count: '1', profit: '1234.5' } };
    expect(noticeText(won, 'en').sentence).toBe('1 fill of 1 bot within ten minutes · Result +1,234.5000 USDT');
    expect(noticeText(won, 'zh').sentence).toContain('+1,234.5000 USDT');
  });

  it('name the product and say why a plan did not buy, or at which price an order was settled', () => {
    const about = { botId: 0, botKind: '', name: '' } as const;
    const failed = { ...NOTICE, ...about, kind: 'plan', code: 'plan-failed', market: '' } as const;
    const why = { product: 'auto-investment', why: 'no-balance', plan: '500001', count: '1' };
    expect(noticeText({ ...failed, values: why }, 'en')).toEqual({
      title: 'Auto-invest',
      sentence: 'A purchase was not made: not enough USDT in the spot account',
    });
    const named = { ...failed, name: 'Savings', values: { ...why, count: '4' } };
    expect(noticeText(named, 'en')).toEqual({
      title: 'Savings',
      sentence: '4 purchases were not made: not enough USDT in the spot account',
    });
    const values = {
      product: 'buy-low',
      price: '65432.1',
      quantity: '0.0101',
      coin: 'BTC',
      profit: '-1.5',
      asset: 'USDT',
    };
    expect(noticeText({ ...NOTICE, ...about, kind: 'dual', code: 'dual-settled', values }, 'en')).toEqual({
      title: 'Buy low · BTC/USDT',
      sentence: 'Settled at 65,432.1 USDT: 0.0101 BTC paid out · Result -1.5000 USDT',
    });
  });

  it('a word of a newer exchange leaves a gap and no key', () => {
    const odd = { ...NOTICE, values: { ...NOTICE.values, side: 'lend' } };
    expect(noticeText(odd, 'en').sentence).not.toContain('side.');
  });
});
