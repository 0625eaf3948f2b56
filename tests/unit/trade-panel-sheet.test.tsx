// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { PanelPlace } from '#components/trade/panel-place.tsx';
import { usePanel } from '#components/trade/use-panel.ts';
import { ComponentHost } from '#tests/support/component-host.tsx';
import { testSpec } from '#tests/support/market-specs.ts';

vi.mock('next/navigation', () => ({ usePathname: () => '/en/trade/BTC_USDT', useRouter: () => ({}) }));
vi.mock('#components/trade/strategy-panel.tsx', () => ({ StrategyPanel: () => <p>panel</p> }));

const gate = vi.hoisted(() => {
  let open = (): void => undefined;
  const there = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), there };
});
vi.mock('#components/ui/dialog.tsx', async () => {
  await gate.there;
  const Dialog = ({ isOpen, width, children }: { isOpen: boolean; width: string; children: ReactNode }) =>
    isOpen ? (
      <div role="dialog" data-width={width}>
        {children}
      </div>
    ) : null;
  return { Dialog };
});

function Phone() {
  const panel = usePanel({ market: 'BTC_USDT', type: 'spot' });
  return (
    <>
      <button type="button">elsewhere</button>
      <PanelPlace panel={panel} spec={testSpec()} isPhone />
    </>
  );
}

afterEach(cleanup);

// One story: the sheet's file comes once.
it('opens as high for every tab when it has come, and not any more for who turned to something else meanwhile', async () => {
  render(
    <ComponentHost>
      <Phone />
    </ComponentHost>,
  );
  const bar = screen.getByRole('button', { name: 'Create bot' });
  const isAwaited = (): boolean => bar.getAttribute('aria-busy') === 'true';
  fireEvent.click(bar);
  expect(isAwaited()).toBe(true);
  fireEvent.pointerDown(bar);
  fireEvent.keyDown(bar, { key: 'Tab' });
  expect(isAwaited()).toBe(true);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(isAwaited()).toBe(false);
  fireEvent.click(bar);
  fireEvent.pointerDown(screen.getByRole('button', { name: 'elsewhere' }));
  expect(isAwaited()).toBe(false);
  gate.open();
  await act(async () => {
    await import('#components/ui/dialog.tsx');
    await new Promise((resolve) => setTimeout(resolve));
  });
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.click(bar);
  expect(screen.getByRole('dialog').dataset.width).toBe('lg');
});
