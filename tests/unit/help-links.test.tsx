// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DetailHeader } from '#components/bots/detail/detail-header.tsx';
import { BotHeader } from '#components/discovery/bot-header.tsx';
import { ShellHeader } from '#components/discovery/shell-header.tsx';
import { StrategyPanel } from '#components/trade/strategy-panel.tsx';
import type { Panel } from '#components/trade/use-panel.ts';
import { CREATABLE_KINDS } from '#lib/kinds/catalogue.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { KIND_FACTS } from '#lib/kinds/facts.ts';
import { ComponentHost, fakeFetch } from '#tests/support/component-host.tsx';
import { testContract, testSpec } from '#tests/support/market-specs.ts';
import { strategyRow } from '#tests/support/strategy-row.ts';

vi.mock('next/navigation', () => ({
  usePathname: () => '/en/trade/BTC_USDT',
  useRouter: () => ({}),
  useSearchParams: () => new URLSearchParams(),
}));

beforeEach(() => {
  const announced = CREATABLE_KINDS.map((kind) => `kind:${kind}`);
  const { fetch } = fakeFetch(({ url }) => ({
    ...{ code: 200, message: '' },
    data: url.includes('/public/capabilities') ? announced : [],
  }));
  vi.stubGlobal('fetch', fetch);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const panelOf = (kind: RunnableKind): Panel => ({
  state: { kind, mode: 'recommend' },
  isOn: true,
  turnOn: vi.fn(),
  select: vi.fn(),
  openMoon: vi.fn(),
  back: vi.fn(),
  setMode: vi.fn(),
});

/** Where a kind stands with its name: its page, the panel of the trade page, a shared bot and a bot of one's own. */
const PLACES: Readonly<Record<string, (kind: RunnableKind) => ReactNode>> = {
  'the page of a strategy': (kind) => <ShellHeader kind={kind} fees={null} />,
  'the panel of the trade page': (kind) => (
    <StrategyPanel panel={panelOf(kind)} spec={KIND_FACTS[kind].page === 'futures' ? testContract() : testSpec()} />
  ),
  'a shared bot’s page': (kind) => <BotHeader bot={strategyRow({ strategy_type: kind })} payload={undefined} />,
  'the details of a bot': (kind) => <DetailHeader bot={strategyRow({ strategy_type: kind })} />,
};

/** The two addresses of the documents. */
const DOCUMENTED = /^\/en\/help\/(?:bots|quants)\/[\w-]+$/;

describe.each(Object.entries(PLACES))('the help link of %s', (_place, draw) => {
  it.each(CREATABLE_KINDS)('leads to the help page of its kind: %s (C-030)', async (kind) => {
    await act(async () => {
      render(<ComponentHost>{draw(kind)}</ComponentHost>);
    });
    const links = screen
      .getAllByRole('link', { hidden: true })
      .map((link) => link.getAttribute('href') ?? '')
      .filter((href) => href.startsWith('/en/help'));
    expect(links).toEqual([`/en/help/${KIND_FACTS[kind].helpUnder}/${kind}`]);
    expect(links[0]).toMatch(DOCUMENTED);
  });
});
