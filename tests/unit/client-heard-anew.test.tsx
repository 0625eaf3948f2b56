// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { SWRConfig } from 'swr';
import { afterEach, expect, it, vi } from 'vitest';
import { callUrl } from '#lib/client/call.ts';
import { useIsHeardAnew } from '#lib/client/live-lines.ts';
import { useCall } from '#lib/client/use-call.ts';
import { ComponentHost } from '#tests/support/component-host.tsx';
import { inOwnTime, pass } from '#tests/support/component-time.ts';

/** A form that begins with what is heard of a call since it was opened. */

const calls = inOwnTime(
  () => ({ last_price: '60000' }),
  () => undefined,
);
afterEach(cleanup);

const INPUT = { query: { symbol: 'BTC_USDT', type: 'spot' } } as const;

function Form() {
  const { data, isValidating } = useCall('lastPrice', INPUT, { revalidateOnFocus: false });
  const isHeard = useIsHeardAnew(callUrl('lastPrice', INPUT), isValidating);
  return <p data-testid="form">{isHeard && data !== undefined ? 'begun' : 'waiting'}</p>;
}

/** SWR's own interval, as pages have it. */
const page = (isOpen: boolean) => (
  <ComponentHost>
    <SWRConfig value={{ dedupingInterval: 2_000 }}>{isOpen && <Form />}</SWRConfig>
  </ComponentHost>
);
const seen = (): string | null => screen.getByTestId('form').textContent;

it('begins with an answer that SWR takes for new, on a busy page whose timers are late as well: there will be no other', async () => {
  const { rerender } = render(page(true));
  expect(seen()).toBe('waiting');
  await pass(250);
  expect(seen()).toBe('begun');
  rerender(page(false));
  // The clock has gone on, and the timer that ends SWR's interval is not yet through.
  vi.setSystemTime(Date.now() + 2_100);
  rerender(page(true));
  await pass(250);
  expect(calls).toHaveLength(1);
  expect(seen()).toBe('begun');
});

it('waits for another answer where the one that is known is older', async () => {
  const { rerender } = render(page(true));
  await pass(250);
  rerender(page(false));
  await pass(10_000);
  rerender(page(true));
  expect(seen()).toBe('waiting');
  await pass(250);
  expect(calls).toHaveLength(2);
  expect(seen()).toBe('begun');
});
