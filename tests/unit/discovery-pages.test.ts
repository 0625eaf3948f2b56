import { describe, expect, it } from 'vitest';
import { createPath } from '#components/addresses/create-path.ts';
import { detailPath, kindPath, landingPath, loginPath, signalerPath } from '#components/addresses/paths.ts';
import { creatorName } from '#components/bots/creator-name.ts';
import { toCardItem } from '#components/discovery/card-item.ts';
import { durationWords } from '#components/discovery/duration-words.ts';
import { languageAlternates, pageMetadata } from '#components/discovery/page-metadata.ts';
import type { RecommendedItem } from '#lib/contract/strategy.ts';
import { type CurveDay, periodCurve } from '#lib/formulas/period-curve.ts';
import { LANGUAGES } from '#lib/i18n/languages.ts';

describe('addresses of the public pages', () => {
  const bot = { strategy_id: 42, strategy_type: 'spot_grid', anonymous: '0123456789abcdef' } as const;

  it('a shared bot is at /strategybot/detail with id, type and the provider’s anonymous id (C-027, M-012, X57)', () => {
    expect(detailPath('en', bot)).toBe('/en/strategybot/detail?id=42&type=spot_grid&name=0123456789abcdef');
  });

  it('a provider is at /strategybot/signaler-detail with the anonymous id (C-028, M-013)', () => {
    expect(signalerPath('zh', bot.anonymous)).toBe('/zh/strategybot/signaler-detail?anonymous=0123456789abcdef');
    expect(signalerPath('zh', bot.anonymous, 2)).toBe('/zh/strategybot/signaler/0123456789abcdef/2');
  });

  it('spot grids are created on the trade page in bot mode, BTC_USDT when no market is chosen (C-023, C-032, H1)', () => {
    expect(createPath('en', 'spot_grid', 'ETH_USDT')).toBe(
      '/en/trade/ETH_USDT?tradModel=strategybot&strategyType=spot_grid',
    );
    expect(createPath('en', 'spot_grid')).toContain('/trade/BTC_USDT?');
  });

  it('a guest who wants to create goes to login with the language’s prefix and comes back (C-026, M-014, M-265, E-016, C-001)', () => {
    expect(loginPath('zh', '/zh/trade/BTC_USDT?tradModel=strategybot')).toBe(
      '/zh/login?return=%2Fzh%2Ftrade%2FBTC_USDT%3FtradModel%3Dstrategybot',
    );
  });

  it('every order and page of a list has one address (C-084)', () => {
    expect(kindPath('en', 'spot_grid')).toBe('/en/strategybot/spot_grid');
    expect(kindPath('en', 'spot_grid', 'apr')).toBe('/en/strategybot/spot_grid/apr');
    expect(kindPath('en', 'spot_grid', 'default', 2)).toBe('/en/strategybot/spot_grid/default/2');
  });
});

describe('what search engines are told', () => {
  const address = { baseUrl: 'https://bots.example', pathIn: landingPath };

  it('each page names itself in every language, and English for the rest', () => {
    const alternates = languageAlternates(address);
    expect(Object.keys(alternates).length).toBe(LANGUAGES.length + 1);
    expect(alternates).toMatchObject({
      en: 'https://bots.example/en/strategybot',
      'zh-Hans': 'https://bots.example/zh/strategybot',
      ar: 'https://bots.example/ar/strategybot',
      'x-default': 'https://bots.example/en/strategybot',
    });
  });

  it('the canonical address is the page’s own', () => {
    const metadata = pageMetadata({ ...address, language: 'zh' }, { title: 'T', description: 'D' });
    expect(metadata.alternates?.canonical).toBe('https://bots.example/zh/strategybot');
    expect(metadata.openGraph).toMatchObject({ url: 'https://bots.example/zh/strategybot', locale: 'zh_CN' });
  });
});

describe('cards', () => {
  it('a creator without a nickname stays behind stars (C-350)', () => {
    expect(creatorName('')).toBe('***');
    expect(creatorName('  ')).toBe('***');
    expect(creatorName('Quiet Harbor')).toBe('Quiet Harbor');
  });

  it('carry what they show and nothing of the rest (C-105, C-113)', () => {
    const item = {
      strategy_id: 1,
      strategy_type: 'spot_grid',
      market: 'BTC_USDT',
      instrument_type: 'futures_usdt',
      user_info: { nickname: '', anonymous: '0123456789abcdef', nick: 'x', nick_en: 'x', avatar: '', tier: 1 },
      // Another exchange may send the newest first.
      back_profit: [
        { time_stamp: 20, rate: '0.2' },
        { time_stamp: 10, rate: '0.1' },
      ],
      asset_info: [],
    } as unknown as RecommendedItem;
    const card = toCardItem(item);
    expect(card).toMatchObject({
      nickname: '***',
      anonymous: '0123456789abcdef',
      curve: [
        [10, '0.1'],
        [20, '0.2'],
      ],
    });
    expect(card.isOnContract).toBe(true);
    expect(toCardItem({ ...item, instrument_type: 'spot' })).not.toHaveProperty('isOnContract');
    expect(card).not.toHaveProperty('user_info');
    expect(card).not.toHaveProperty('asset_info');
  });

  it('run times are written in their two largest units', () => {
    expect(durationWords(59)).toEqual({ key: 'minutes', values: { minutes: 0 } });
    expect(durationWords(3 * 3_600 + 25 * 60)).toEqual({ key: 'hours', values: { hours: 3, minutes: 25 } });
    expect(durationWords(86_400 * 34 + 5 * 3_600 + 59)).toEqual({ key: 'days', values: { days: 34, hours: 5 } });
  });
});

describe('yield curves of a shared bot', () => {
  const days: CurveDay[] = Array.from({ length: 100 }, (_, index) => ({
    trading_date: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
    profit_rate: ((index + 1) / 1_000).toFixed(8),
    profit: '1',
    usdt_money: '1',
  }));

  it('the periods show all days, 8, 31 and 91 points (E-335)', () => {
    // The whole life begins at 0, where its first day begins.
    expect(periodCurve(days, 'all_period')?.points).toHaveLength(101);
    expect(periodCurve(days, 'week')?.points).toHaveLength(8);
    expect(periodCurve(days, 'month')?.points).toHaveLength(31);
    expect(periodCurve(days, 'three_mon')?.points).toHaveLength(91);
  });

  it('a period shows what was earned in it, whichever way round the days arrive (E-335)', () => {
    const newestFirst = [...days].reverse();
    expect(periodCurve(newestFirst, 'week')).toMatchObject({
      from: '2026-04-03',
      to: '2026-04-10',
      rate: '0.00700000',
    });
    expect(periodCurve(newestFirst, 'all_period')).toMatchObject({ from: '2026-01-01', rate: '0.10000000' });
  });

  it('a bot younger than the period shows its whole life, and one without a day nothing', () => {
    expect(periodCurve(days.slice(0, 3), 'month')).toMatchObject({ from: '2026-01-01', rate: '0.00300000' });
    expect(periodCurve([], 'week')).toBeNull();
  });
});
