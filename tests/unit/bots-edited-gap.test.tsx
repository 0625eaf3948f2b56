// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ActionHost } from '#components/bots/actions/action-host.tsx';
import type { BotAction } from '#components/bots/actions/bot-actions.ts';
import { ParametersTab } from '#components/bots/detail/parameters-tab.tsx';
import { ForkScreen } from '#components/bots/fork/fork-screen.tsx';
import { ENDPOINTS } from '#lib/contract/endpoints.ts';
import { browserPath } from '#lib/contract/routes.ts';
import actions from '#messages/en/actions.json' with { type: 'json' };
import common from '#messages/en/common.json' with { type: 'json' };
import { ComponentHost, type FakeCall } from '#tests/support/component-host.tsx';
import { inOwnTime, pass } from '#tests/support/component-time.ts';
import { FUTURES_PAYLOAD, futuresContract } from '#tests/support/futures-contract.ts';
import { marketRow } from '#tests/support/market-row.ts';
import { strategyRow } from '#tests/support/strategy-row.ts';
import { gridParams } from '#tests/support/strategy-rows.ts';

/** What stands in the place of a bot's fields while the bot, or its market, cannot be had: a word of it, and the fields once it can. */

vi.mock('next/navigation', () => ({
  usePathname: () => '/en/trade/BTC_USDT',
  useSearchParams: () => new URLSearchParams(),
}));

const FUTURES = strategyRow({
  strategy_type: 'futures_grid',
  settle: 'usdt',
  money_asset: 'USDT',
  leverage: '5',
  side: 'buy',
  position: '3',
  params: gridParams(),
  liq_price: '48000',
});
const SPOT = strategyRow({ params: gridParams(), money_asset: 'USDT', market: 'BTC_USDT', step: 'running' });
const { failedRetrying, error: cannot } = common.state;

const MARKETS = [browserPath(ENDPOINTS.markets), browserPath(ENDPOINTS.futuresContracts)];
/** What of the two questions is not answered, or how. */
let down: 'none' | 'detail' | 'market';
let bad: object | null;
let markets: readonly object[];

const ok = (data: unknown): object => ({ code: 200, message: '', data });

function answer({ url }: FakeCall): object | null {
  const { pathname } = new URL(url, 'http://test');
  if (down === 'market' && MARKETS.includes(pathname)) return bad;
  if (pathname === MARKETS[0]) return ok(markets);
  if (pathname === MARKETS[1])
    return { code: 200, message: '', data: null, futures_contracts_data: [futuresContract()] };
  if (pathname === browserPath(ENDPOINTS.strategyDetail))
    return down === 'detail' ? bad : ok({ ...FUTURES, payload: FUTURES_PAYLOAD });
  return ok(null);
}

inOwnTime(answer, () => {
  down = 'none';
  bad = null;
  markets = [marketRow('BTC_USDT')];
});

async function open(action: BotAction): Promise<void> {
  const close = (): undefined => undefined;
  render(
    <ComponentHost>
      <ActionHost bot={FUTURES} action={action} onClose={close} onDone={close} />
    </ComponentHost>,
  );
  await pass(2_000);
}

const shown = (): string => document.body.textContent ?? '';

describe('a dialog that changes a bot which cannot be had', () => {
  it.each(['detail', 'market'] as const)(
    'says that it is asked for again while no %s comes, and has its fields once it does (H55)',
    async (what) => {
      down = what;
      await open('edit');
      expect(shown()).toContain(failedRetrying);
      expect(shown()).not.toContain(actions.frame.closed);
      down = 'none';
      await pass(30_000);
      expect(shown()).not.toContain(failedRetrying);
      expect(screen.getByRole('button', { name: actions.edit.confirm })).toBeTruthy();
    },
  );

  it.each(['leverage', 'margin', 'stops'] as const)('%s: the same word', async (action) => {
    down = 'detail';
    await open(action);
    expect(shown()).toContain(failedRetrying);
  });

  it('has the words of an exchange that says no', async () => {
    down = 'detail';
    bad = { code: 409, message: 'The exchange rests on Sundays.', data: null };
    await open('edit');
    expect(shown()).toContain('The exchange rests on Sundays.');
  });

  it('the fork of a bot says the same', async () => {
    down = 'detail';
    render(
      <ComponentHost>
        <ForkScreen bot={{ ...FUTURES, create_time: 1, run_times: 864_000 }} />
      </ComponentHost>,
    );
    await pass(2_000);
    expect(shown()).toContain(failedRetrying);
  });
});

describe('the parameters of a bot', () => {
  const show = async (): Promise<void> => {
    render(
      <ComponentHost>
        <ParametersTab bot={SPOT} />
      </ComponentHost>,
    );
    await pass(2_000);
  };

  it('whose market is not told are said to be asked for again', async () => {
    down = 'market';
    await show();
    expect(shown()).toBe(failedRetrying);
  });

  it('whose market is gone are said to be none, not awaited for ever', async () => {
    markets = [marketRow('ETH_USDT')];
    await show();
    expect(shown()).toBe(cannot);
  });
});
