// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import { afterEach, describe, expect, it } from 'vitest';
import { ProviderHeader } from '#components/discovery/provider-header.tsx';
import { DISCOVERY_CALLS } from '#lib/contract/discovery-calls.ts';
import publicPages from '#messages/en/public.json' with { type: 'json' };

afterEach(cleanup);

const OTHERS = {
  nick: 'Ada',
  nick_en: 'Ada',
  nickname: 'Ada',
  avatar: '',
  tier: 2,
  anonymous: '8336b0b09cf44e82',
  bot_num: 3,
  follow_num: 1,
  follow_profit: '-12.5',
  total_follow_money: '1000',
};

function show(more: object): void {
  const { data } = DISCOVERY_CALLS.signaler.reply.parse({ code: 200, message: 'ok', data: { ...OTHERS, ...more } });
  if (data === undefined || data === null) throw new Error('no provider');
  render(
    <NextIntlClientProvider locale="en" timeZone="UTC" messages={{ public: publicPages }}>
      <ProviderHeader provider={data} />
    </NextIntlClientProvider>,
  );
}

describe('the head of a provider’s page', () => {
  it('shows the copiers’ net result, a loss too, and hidden bots as a count and a sum (H54)', () => {
    show({ follow_net_rate: '-0.0125', hidden_num: 2, hidden_profit: '-340.5' });
    expect(screen.getByText('Net result of copiers').nextElementSibling?.textContent).toMatch(/^[-−]1\.25\s?%$/);
    expect(screen.getByText(/2 bots that were shared and are hidden now/).textContent).toMatch(/[-−]340\.50 USDT/);
  });

  it('says nothing of what another exchange does not tell, or where nobody copied', () => {
    show({});
    expect(screen.queryByText('Net result of copiers')).toBeNull();
    expect(screen.queryByText(/hidden now/)).toBeNull();
    cleanup();
    show({ follow_net_rate: '', hidden_num: 0, hidden_profit: '0' });
    expect(screen.queryByText('Net result of copiers')).toBeNull();
    expect(screen.queryByText(/hidden now/)).toBeNull();
  });
});
