import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { LandingHead } from '#components/discovery/landing-head.tsx';
import { botsNamed, sharedHiddenBots } from '#server/pages/hidden-bots.ts';
import PageCache from '#server/pages/page-cache.ts';
import { ComponentHost } from '#tests/support/component-host.tsx';
import LandingImage from '../../app/[lang]/strategybot/opengraph-image.tsx';

/** The bot that leads by yield stands on the landing page and in its picture by its figures alone: both go with it when it is hidden. */

const LEADER = 300_777;

vi.mock('next/og', () => ({
  ImageResponse: class extends Response {
    constructor(_picture: unknown, { headers = {} }: ResponseInit = {}) {
      super('PNG', { headers });
    }
  },
}));
vi.mock('../../app/[lang]/strategybot/_readings/discovery.ts', () => ({
  readRecommended: async () => ({
    items: [{ strategy_id: LEADER, market: 'BTC_USDT', asset_info: [], rate: '0.5', back_profit: [] }],
    total: 1,
  }),
}));

describe('who leads by yield, and is hidden', () => {
  it('is gone with the picture of the landing page, which names nobody', async () => {
    const response = await LandingImage();
    const cache = new PageCache();
    const key = '/en/strategybot/opengraph-image';
    const value = {
      ...{ kind: 'APP_ROUTE', status: response.status, headers: Object.fromEntries(response.headers) },
      body: Buffer.from(await response.arrayBuffer()),
    };
    await cache.set(key, value, {});
    sharedHiddenBots().hear([300_778]);
    expect(await cache.get(key)).not.toBeNull();
    sharedHiddenBots().hear([LEADER]);
    expect(await cache.get(key)).toBeNull();
  });

  it('is named where the head of the landing page has its yield', () => {
    const markup = renderToStaticMarkup(
      <ComponentHost>
        <LandingHead total={1} best={{ strategy_id: LEADER, rate: '0.5' }} />
      </ComponentHost>,
    );
    expect(botsNamed(markup)).toContain(LEADER);
  });
});
