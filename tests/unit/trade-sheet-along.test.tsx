// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { IndicatorMarketSwitch } from '#components/create/indicator-market-switch.tsx';
import type { StrategyForm } from '#components/form/use-strategy-form.ts';
import { PanelPlace } from '#components/trade/panel-place.tsx';
import { usePanel } from '#components/trade/use-panel.ts';
import { definitionOf } from '#lib/kinds/definitions.ts';
import { ComponentHost } from '#tests/support/component-host.tsx';
import { testSpec } from '#tests/support/market-specs.ts';

const went = vi.hoisted(() => ({ to: [] as string[] }));
vi.mock('next/navigation', () => ({
  usePathname: () => '/en/trade/BTC_USDT',
  useRouter: () => ({ push: (path: string) => went.to.push(path) }),
}));
vi.mock('#components/ui/dialog.tsx', () => ({
  Dialog: ({ isOpen, children }: { isOpen: boolean; children: ReactNode }) =>
    isOpen ? <div role="dialog">{children}</div> : null,
}));
vi.mock('#components/trade/strategy-panel.tsx', () => ({
  StrategyPanel: () => {
    const definition = definitionOf('spot-compose-indicator');
    const spec = testSpec();
    return (
      <IndicatorMarketSwitch
        form={{ spec, definition, values: definition.defaults(spec) } as unknown as StrategyForm}
      />
    );
  },
}));

function Page({ isPhone }: { readonly isPhone: boolean }) {
  const panel = usePanel({ market: 'BTC_USDT', type: 'spot' });
  return <PanelPlace panel={panel} spec={testSpec()} isPhone={isPhone} />;
}

async function visit(isPhone: boolean) {
  const page = render(
    <ComponentHost>
      <Page isPhone={isPhone} />
    </ComponentHost>,
  );
  await act(async () => {
    await import('#components/ui/dialog.tsx');
  });
  return page;
}

beforeEach(() => {
  sessionStorage.clear();
  went.to.length = 0;
});
afterEach(cleanup);

describe('a form in the phone’s sheet that leads to the page of the other market (C-053, C-192)', () => {
  it('goes on in the sheet there, and only once', async () => {
    const { unmount } = await visit(true);
    fireEvent.click(screen.getByRole('button', { name: 'Create bot' }));
    await screen.findByRole('dialog');
    fireEvent.click(await screen.findByRole('radio', { name: 'Futures' }));
    expect(went.to).toEqual([expect.stringContaining('strategyType=compose-indicator')]);
    unmount();
    const next = await visit(true);
    expect(await screen.findByRole('dialog')).toBeDefined();
    next.unmount();
    await visit(true);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('takes the address’ hash along (C-025, E-009, E-010)', async () => {
    window.history.replaceState(null, '', '/en/trade/BTC_USDT#depth');
    await visit(false);
    fireEvent.click(await screen.findByRole('radio', { name: 'Futures' }));
    expect(went.to).toEqual([expect.stringMatching(/strategyType=compose-indicator#depth$/)]);
    window.history.replaceState(null, '', '/en/trade/BTC_USDT');
  });

  it('opens no sheet later for who has switched beside the chart', async () => {
    const { unmount } = await visit(false);
    fireEvent.click(await screen.findByRole('radio', { name: 'Futures' }));
    expect(went.to).toHaveLength(1);
    unmount();
    await visit(true);
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
