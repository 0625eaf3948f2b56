// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import { SWRConfig } from 'swr';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { StrategyPanel } from '#components/trade/strategy-panel.tsx';
import type { Panel } from '#components/trade/use-panel.ts';
import { OWN_KINDS } from '#lib/kinds/catalogue.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import common from '#messages/en/common.json' with { type: 'json' };
import publicPages from '#messages/en/public.json' with { type: 'json' };
import trade from '#messages/en/trade.json' with { type: 'json' };
import { fakeFetch } from '#tests/support/component-host.tsx';
import { testSpec } from '#tests/support/market-specs.ts';

vi.mock('next/navigation', () => ({ usePathname: () => '/en/trade/BTC_USDT', useRouter: () => ({}) }));

/** A kind of ours that the address names, on an exchange that may not run it (E2, H61). */

/** What the exchange announces; null = it cannot be reached. */
let announced: readonly string[] | null;

const ok = (data: unknown) => ({ code: 200, message: '', data });

const panelOf = (kind: RunnableKind): Panel => ({
  state: { kind, mode: 'recommend' },
  isOn: true,
  turnOn: vi.fn(),
  select: vi.fn(),
  openMoon: vi.fn(),
  back: vi.fn(),
  setMode: vi.fn(),
});

async function show(kind: RunnableKind): Promise<void> {
  render(
    <NextIntlClientProvider locale="en" messages={{ common, public: publicPages, trade }} timeZone="UTC">
      <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
        <StrategyPanel panel={panelOf(kind)} spec={testSpec()} />
      </SWRConfig>
    </NextIntlClientProvider>,
  );
  // Nothing is known yet: no page that would go again.
  if (OWN_KINDS.includes(kind)) expect(page(publicPages.kind[kind].name)).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(0));
}

const sentence = (name: string): string => trade.panel.notOffered.replace('{kind}', name);
const page = (name: string) => screen.queryByRole('heading', { level: 2, name });

beforeEach(() => {
  vi.useFakeTimers();
  const fake = fakeFetch(({ url }) => {
    if (url.includes('/public/capabilities')) return announced === null ? null : ok(announced);
    if (url === '/api/session') return ok({ logged_in: true });
    return ok([]);
  });
  vi.stubGlobal('fetch', fake.fetch);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each(OWN_KINDS)(
  '%s: is answered with a sentence and the way to the others where the exchange does not announce it',
  async (kind) => {
    announced = ['candles'];
    await show(kind);
    const { name } = publicPages.kind[kind];
    expect(screen.queryByText(sentence(name))).not.toBeNull();
    expect(screen.queryByRole('button', { name: trade.panel.seeOffered })).not.toBeNull();
    expect(page(name)).toBeNull();
  },
);

it('opens its page where it is announced, and where the exchange cannot say', async () => {
  for (const kind of OWN_KINDS) {
    for (const answer of [[`kind:${kind}`], null]) {
      announced = answer;
      await show(kind);
      expect(page(publicPages.kind[kind].name), String(answer)).not.toBeNull();
      cleanup();
    }
  }
});

it('opens a documented kind whatever is announced', async () => {
  announced = [];
  await show('spot_grid');
  expect(page(publicPages.kind.spot_grid.name)).not.toBeNull();
});
