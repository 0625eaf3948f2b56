// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { INITIAL_PANEL, type PanelState } from '#components/trade/panel-state.ts';
import { useFocusAlong } from '#components/trade/use-focus-along.ts';
import type { Panel } from '#components/trade/use-panel.ts';

const MOON: PanelState = { kind: 'spot_grid', mode: 'moon' };
let show: (state: PanelState) => void;

/** A panel whose guest's "AI" leads to the login page: nothing changes here. */
function Host({ isGuest }: { readonly isGuest: boolean }) {
  const [state, setState] = useState(INITIAL_PANEL);
  show = setState;
  const panel: Panel = {
    state,
    isOn: true,
    turnOn: () => undefined,
    select: (kind) => setState({ kind, mode: 'recommend' }),
    openMoon: () => !isGuest && setState(MOON),
    back: () => setState(INITIAL_PANEL),
    setMode: () => undefined,
  };
  const { container, moving } = useFocusAlong(panel);
  return (
    // biome-ignore lint/a11y/useSemanticElements: as the panel
    <div ref={container} role="group" tabIndex={-1}>
      {state.kind === null ? (
        <>
          <button type="button" data-card="spot_grid" onClick={() => moving.select('spot_grid')}>
            grid
          </button>
          <button type="button" data-card="moon" onClick={moving.openMoon}>
            moon
          </button>
        </>
      ) : (
        <button type="button" onClick={moving.back}>
          back
        </button>
      )}
    </div>
  );
}

const press = (name: string): void => {
  const button = screen.getByRole('button', { name });
  button.focus();
  fireEvent.click(button);
};

afterEach(cleanup);

it('the focus goes to the page that was asked for, and back to its card', () => {
  render(<Host isGuest={false} />);
  press('grid');
  expect(document.activeElement).toBe(screen.getByRole('group'));
  press('back');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'grid' }));
  press('moon');
  expect(document.activeElement).toBe(screen.getByRole('group'));
});

it('a page that Back or Forward opens takes no focus, whatever was asked for and did not come', () => {
  render(<Host isGuest={true} />);
  press('moon');
  (document.activeElement as HTMLElement).blur();
  fireEvent.popState(window);
  act(() => show(MOON));
  expect(document.activeElement).toBe(document.body);
});
