// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Dialog } from '#components/ui/dialog.tsx';
import { ComponentHost } from '#tests/support/component-host.tsx';
import { fewTurns } from '#tests/support/few-turns.ts';

/** Where the page itself is, and what anybody but the dialogs hears of the history. */
const heard = vi.fn();
let here = 0;

/** As far as the history is, in the numbers that each test gives its page and what Back leads to. */
const stepNow = (): unknown => window.history.state?.dialogSteps?.length ?? 0;
const pageNow = (): unknown => window.history.state?.page;

/** The topmost dialog's button. */
function pressClose(): void {
  fireEvent.click(screen.getAllByLabelText('Close').at(-1) ?? document.body);
}

async function go(delta: number): Promise<void> {
  window.history.go(delta);
  await fewTurns();
}

beforeEach(() => {
  here += 2;
  window.history.pushState({ page: here - 1 }, '', `/before-${here}`);
  window.history.pushState({ page: here }, '', `/page-${here}`);
  window.addEventListener('popstate', heard);
});
afterEach(async () => {
  cleanup();
  await fewTurns();
  window.removeEventListener('popstate', heard);
  vi.restoreAllMocks();
  heard.mockClear();
});

/** Does something when the history has been asked to go and has not gone yet. */
function onTheWay(act: () => void): void {
  const real = window.history.go.bind(window.history);
  vi.spyOn(window.history, 'go').mockImplementationOnce((delta) => {
    real(delta);
    act();
  });
}

const NAMES = ['lower', 'upper', 'other'] as const;
type Name = (typeof NAMES)[number];

let show: (names: readonly Name[]) => void = () => undefined;
let isBusy = false;

function Dialogs() {
  const [open, setOpen] = useState<readonly Name[]>([]);
  show = (names) => act(() => setOpen(names));
  return (
    <>
      <button type="button" onClick={() => setOpen(['lower'])}>
        Begin
      </button>
      {NAMES.map((name) => (
        <Dialog
          key={name}
          isOpen={open.includes(name)}
          onClose={() => !isBusy && setOpen((names) => names.filter((one) => one !== name))}
          title={name}
        >
          Text
        </Dialog>
      ))}
    </>
  );
}

function draw(): void {
  isBusy = false;
  render(
    <ComponentHost>
      <Dialogs />
    </ComponentHost>,
  );
}

const opened = (): (string | null)[] =>
  [...document.querySelectorAll('[role="dialog"] h2')].map(({ textContent }) => textContent);

describe('the browser’s Back', () => {
  it('closes the topmost dialog, one at a time, stays on the page and gives the focus back; then it leaves', async () => {
    draw();
    const begin = screen.getByRole('button', { name: 'Begin' });
    begin.focus();
    fireEvent.click(begin);
    expect(stepNow()).toBe(1);
    show(['lower', 'upper']);
    expect(stepNow()).toBe(2);
    await go(-1);
    expect(opened()).toEqual(['lower']);
    await go(-1);
    expect(opened()).toEqual([]);
    expect([pageNow(), stepNow()]).toEqual([here, 0]);
    await waitFor(() => expect(document.activeElement).toBe(begin));
    // The page was not told: nothing is drawn anew.
    expect(heard).not.toHaveBeenCalled();
    await go(-1);
    expect(pageNow()).toBe(here - 1);
  });

  it('is refused by what refuses Escape, and works once that is over', async () => {
    draw();
    show(['lower']);
    isBusy = true;
    await go(-1);
    expect(opened()).toEqual(['lower']);
    expect([pageNow(), stepNow()]).toEqual([here, 1]);
    await go(-1);
    expect([opened(), stepNow()]).toEqual([['lower'], 1]);
    isBusy = false;
    await go(-1);
    expect([opened(), pageNow(), stepNow()]).toEqual([[], here, 0]);
  });

  it('finds no step of a dialog that was closed by its button', async () => {
    draw();
    show(['lower', 'upper']);
    pressClose();
    await fewTurns();
    expect([opened(), stepNow()]).toEqual([['lower'], 1]);
    pressClose();
    await fewTurns();
    expect([opened(), pageNow(), stepNow()]).toEqual([[], here, 0]);
    expect(heard).not.toHaveBeenCalled();
    await go(-1);
    expect(pageNow()).toBe(here - 1);
  });

  it('has one step for two of which the second takes the first one’s place', async () => {
    draw();
    show(['lower']);
    const before = window.history.length;
    show(['upper']);
    await fewTurns();
    expect([opened(), stepNow(), window.history.length]).toEqual([['upper'], 1, before]);
    // Closed, and another opened while the history is on its way.
    onTheWay(() => show(['other']));
    show([]);
    await fewTurns();
    expect([opened(), pageNow(), stepNow(), window.history.length]).toEqual([['other'], here, 1, before]);
    onTheWay(() => show(['lower', 'upper']));
    show([]);
    await fewTurns();
    expect([opened(), pageNow(), stepNow()]).toEqual([['lower', 'upper'], here, 2]);
    show([]);
    await fewTurns();
    expect([pageNow(), stepNow()]).toEqual([here, 0]);
  });

  it('comes from a page that a dialog led to back to the page under the dialog, in one step', async () => {
    draw();
    show(['lower']);
    // As Next's router writes it.
    window.history.pushState({ __NA: true, __PRIVATE_NEXTJS_INTERNALS_TREE: {}, page: 'next' }, '', '/next');
    show([]);
    await fewTurns();
    expect([pageNow(), window.location.pathname]).toEqual(['next', '/next']);
    await go(-1);
    expect([pageNow(), stepNow()]).toEqual([here, 0]);
    await go(1);
    expect(pageNow()).toBe('next');
  });

  it('and so does it where the dialog closed first, and the history was on its way', async () => {
    draw();
    show(['lower']);
    onTheWay(() => window.history.pushState({ page: 'next' }, '', '/next'));
    show([]);
    await fewTurns();
    expect([pageNow(), window.location.pathname]).toEqual(['next', '/next']);
    expect(heard).not.toHaveBeenCalled();
    await go(-1);
    expect([pageNow(), stepNow()]).toEqual([here, 0]);
  });

  it('keeps the address that was chosen in a dialog when that closes', async () => {
    draw();
    show(['lower']);
    window.history.pushState({ page: 'chosen' }, '', '/chosen');
    expect(stepNow()).toBe(1);
    show([]);
    await fewTurns();
    expect([pageNow(), stepNow(), window.location.pathname]).toEqual(['chosen', 0, '/chosen']);
    await go(-1);
    expect([pageNow(), stepNow()]).toEqual([here, 0]);
  });

  it('brings down to the page what was written in place of its address, closed by Back or by a button', async () => {
    draw();
    for (const [at, close] of [() => go(-1), async () => pressClose()].entries()) {
      show(['lower', 'upper']);
      window.history.replaceState({ page: `written-${at}` }, '', `/written-${at}`);
      await close();
      await fewTurns();
      expect([opened(), pageNow(), stepNow()]).toEqual([['lower'], `written-${at}`, 1]);
      await close();
      await fewTurns();
      expect([opened(), pageNow(), stepNow()]).toEqual([[], `written-${at}`, 0]);
      expect(window.location.pathname).toBe(`/written-${at}`);
    }
    expect(heard).not.toHaveBeenCalled();
    await go(-1);
    expect(pageNow()).toBe(here - 1);
  });

  it('and undoes the choice first while the dialog is open', async () => {
    draw();
    show(['lower']);
    window.history.pushState({ page: 'chosen' }, '', '/chosen');
    await go(-1);
    expect([opened(), stepNow(), heard.mock.calls.length]).toEqual([['lower'], 1, 1]);
    await go(-1);
    expect([opened(), pageNow(), stepNow()]).toEqual([[], here, 0]);
  });

  it('goes down from a step that stood before a reload, or takes it over', async () => {
    window.history.pushState({ page: here, dialogSteps: [true] }, '');
    const before = window.history.length;
    draw();
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    show(['lower']);
    await fewTurns();
    expect([stepNow(), window.history.length]).toEqual([1, before]);
    await go(-1);
    expect([opened(), pageNow(), stepNow()]).toEqual([[], here, 0]);
    // Forward comes to it again, with nothing open.
    await go(1);
    expect([opened(), pageNow(), stepNow()]).toEqual([[], here, 0]);
  });
});
