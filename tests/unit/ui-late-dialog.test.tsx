// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { type ComponentType, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Dialog } from '#components/ui/dialog.tsx';
import { lateDialog } from '#components/ui/late-dialog.tsx';
import { ComponentHost } from '#tests/support/component-host.tsx';
import { fewTurns } from '#tests/support/few-turns.ts';
import { onOwnPage } from '#tests/support/own-page.ts';

/** A dialog whose part is still being loaded when somebody turns away from it. */

interface Props {
  readonly onClose: () => void;
}

afterEach(cleanup);

function Upper({ onClose }: Props) {
  return (
    <Dialog isOpen onClose={onClose} title="Upper">
      Text
    </Dialog>
  );
}

let parts = 0;

/** A page with a button that opens the late dialog, in a dialog below it or alone; returns what brings the part. */
async function open(isOverAnother: boolean): Promise<() => Promise<void>> {
  onOwnPage();
  parts += 1;
  const { promise, resolve } = Promise.withResolvers<ComponentType<Props>>();
  const Late = lateDialog<Props>(`upper ${parts}`, () => promise);
  function Page() {
    const [isLowerOpen, setLowerOpen] = useState(isOverAnother);
    const [isUpperOpen, setUpperOpen] = useState(false);
    const button = (
      <button type="button" onClick={() => setUpperOpen(true)}>
        Open
      </button>
    );
    return (
      <>
        {isOverAnother ? (
          <Dialog isOpen={isLowerOpen} onClose={() => setLowerOpen(false)} title="Lower">
            {button}
          </Dialog>
        ) : (
          button
        )}
        {isUpperOpen && <Late onClose={() => setUpperOpen(false)} />}
      </>
    );
  }
  render(
    <ComponentHost>
      <Page />
    </ComponentHost>,
  );
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Open' })));
  expect(screen.queryByRole('dialog', { name: 'Upper' })).toBeNull();
  return async () => {
    await act(async () => resolve(Upper));
    await act(() => new Promise((done) => setTimeout(done, 0)));
  };
}

async function back(): Promise<void> {
  window.history.back();
  await fewTurns();
}

const pressEscape = (): Promise<void> =>
  act(async () => void fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' }));
const shown = (): string[] =>
  screen.queryAllByRole('dialog', { hidden: true }).map((dialog) => dialog.querySelector('h2')?.textContent ?? '');

describe('a dialog that is still being loaded', () => {
  it('opens when it is there', async () => {
    const bring = await open(true);
    await bring();
    await vi.waitFor(() => expect(shown()).toEqual(['Lower', 'Upper']));
    await pressEscape();
    expect(shown()).toEqual(['Lower']);
  });

  it('is turned away from by Escape, not what is open below: it does not open any more', async () => {
    const bring = await open(true);
    await pressEscape();
    expect(shown()).toEqual(['Lower']);
    await bring();
    expect(shown()).toEqual(['Lower']);
    await pressEscape();
    expect(shown()).toEqual([]);
  });

  it('is turned away from by Escape where nothing else is open', async () => {
    const bring = await open(false);
    await pressEscape();
    await bring();
    expect(shown()).toEqual([]);
  });

  it('is turned away from by Back, which leads on from what is below the next time', async () => {
    const bring = await open(true);
    await back();
    expect(shown()).toEqual(['Lower']);
    await bring();
    expect(shown()).toEqual(['Lower']);
    await back();
    expect(shown()).toEqual([]);
  });
});
