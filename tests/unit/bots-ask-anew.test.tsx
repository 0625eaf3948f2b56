// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import useSWR, { SWRConfig } from 'swr';
import { beforeEach, expect, test, vi } from 'vitest';
import { useAskAllAnew, useAskAnew } from '#components/bots/use-ask-anew.ts';
import { callUrl } from '#lib/client/call.ts';

const KEYS = {
  list: callUrl('portfolioBots', { query: { page: 1, page_size: 20 } }),
  money: callUrl('wallet', {}),
  sums: callUrl('portfolio', {}),
  bot: callUrl('strategyBalances', { query: { strategy_id: '7', strategy_type: 'spot_grid' } }),
  another: callUrl('strategyBalances', { query: { strategy_id: '8', strategy_type: 'spot_grid' } }),
  markets: callUrl('tickers', {}),
};

const fetched = vi.fn(async (key: string) => key);

beforeEach(() => fetched.mockClear());

function Asking({ of }: { readonly of: string }) {
  useSWR(of);
  return null;
}

/** Everything is on a screen and answered; then the hook's call is made. Resolves with what was asked a second time. */
async function askedAnew(useAsking: () => () => void): Promise<ReadonlySet<string>> {
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <SWRConfig value={{ provider: () => new Map(), fetcher: fetched, dedupingInterval: 0 }}>
      {Object.values(KEYS).map((key) => (
        <Asking key={key} of={key} />
      ))}
      {children}
    </SWRConfig>
  );
  const { result } = renderHook(useAsking, { wrapper });
  await waitFor(() => expect(fetched).toHaveBeenCalledTimes(Object.keys(KEYS).length));
  fetched.mockClear();
  await act(async () => result.current());
  return new Set(fetched.mock.calls.map(([key]) => key));
}

test('after several bots were acted on, all that is the trader’s own is asked anew, and nothing that is everybody’s', async () => {
  const { markets, ...own } = KEYS;
  expect(await askedAnew(useAskAllAnew)).toEqual(new Set(Object.values(own)));
});

test('after one bot was acted on, what was heard of it is asked anew, and of no other bot', async () => {
  const asked = await askedAnew(() => useAskAnew({ strategy_id: 7 }));
  expect(asked).toContain(KEYS.bot);
  expect(asked).not.toContain(KEYS.another);
});
