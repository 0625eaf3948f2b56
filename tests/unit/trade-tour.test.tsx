// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Tour } from '#components/trade/tour.tsx';
import { tourPlace } from '#components/trade/tour-place.ts';
import { Dialog } from '#components/ui/dialog.tsx';
import { leaveTour, rememberedStep, startTour, startWishedTour, TOUR_STEPS, tourAtom } from '#lib/client/tour.ts';
import { wishTour } from '#lib/client/tour-wish.ts';
import { ComponentHost } from '#tests/support/component-host.tsx';
import { fewTurns } from '#tests/support/few-turns.ts';
import { seededUniform } from '../bench/support/seeded-candles.ts';

beforeEach(() => {
  window.localStorage.clear();
  window.sessionStorage.clear();
  getDefaultStore().set(tourAtom, null);
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => setTimeout(run, 0));
  vi.stubGlobal('cancelAnimationFrame', (id: number) => clearTimeout(id));
  // jsdom lays nothing out: everything that is in the document is on the screen.
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([{}] as never);
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const running = () => getDefaultStore().get(tourAtom);
const step = () => document.querySelector('[data-tour-step]')?.getAttribute('data-tour-step') ?? null;
const button = (name: string) => screen.getByRole('button', { name });

function Page({ dialog }: { readonly dialog?: 'sheet' | 'other' | undefined }) {
  return (
    <ComponentHost>
      <button type="button" onClick={() => startTour()}>
        tour
      </button>
      {dialog !== 'sheet' && <div data-tour="picker">the list</div>}
      <Dialog isOpen={dialog !== undefined} onClose={() => undefined} title="a dialog">
        {dialog === 'sheet' ? <div data-tour="picker">the list</div> : 'something else'}
      </Dialog>
      <Tour />
    </ComponentHost>
  );
}

describe('where the card of a step stands', () => {
  it('is within the window, whatever it explains and wherever that lies', () => {
    const uniform = seededUniform(3);
    for (let run = 0; run < 2000; run += 1) {
      const view = { width: 320 + uniform() * 1600, height: 480 + uniform() * 900 };
      const card = { width: Math.min(320, view.width - 16), height: 120 + uniform() * 200 };
      const left = (uniform() * 1.4 - 0.2) * view.width;
      const top = (uniform() * 1.4 - 0.2) * view.height;
      const box = { left, top, right: left + uniform() * view.width, bottom: top + uniform() * 3 * view.height };
      const at = tourPlace(run % 9 === 0 ? null : box, card, view);
      expect(at.left).toBeGreaterThanOrEqual(8);
      expect(at.top).toBeGreaterThanOrEqual(8);
      expect(at.left + card.width).toBeLessThanOrEqual(view.width - 8 + 0.001);
      expect(at.top + card.height).toBeLessThanOrEqual(view.height - 8 + 0.001);
    }
  });

  it('is beside a panel on either side, below or above what is as wide as a phone', () => {
    const card = { width: 320, height: 180 };
    const desktop = { width: 1440, height: 900 };
    expect(tourPlace({ left: 1092, top: 60, right: 1432, bottom: 2000 }, card, desktop)).toEqual({
      left: 762,
      top: 60,
    });
    // The same page from right to left.
    expect(tourPlace({ left: 8, top: 60, right: 348, bottom: 2000 }, card, desktop)).toEqual({ left: 358, top: 60 });
    const phone = { width: 390, height: 844 };
    expect(tourPlace({ left: 8, top: 100, right: 382, bottom: 150 }, card, phone)).toEqual({ left: 35, top: 160 });
    expect(tourPlace({ left: 0, top: 770, right: 390, bottom: 844 }, card, phone)).toEqual({ left: 35, top: 580 });
  });
});

describe('the tour of the trade page', () => {
  it('takes the focus when it is asked for, goes to and fro, and gives the focus back at Escape', async () => {
    render(<Page />);
    button('tour').focus();
    fireEvent.click(button('tour'));
    await fewTurns();
    expect(step()).toBe('picker');
    expect(document.activeElement?.getAttribute('data-tour-step')).toBe('picker');
    fireEvent.click(button('Next'));
    await fewTurns();
    expect(step()).toBe('mode');
    fireEvent.click(button('Back'));
    await fewTurns();
    expect(step()).toBe('picker');
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    await fewTurns();
    expect(step()).toBeNull();
    expect(document.activeElement).toBe(button('tour'));
  });

  it('is found again where it was left, in this browser; seen to its end it begins anew', async () => {
    render(<Page />);
    fireEvent.click(button('tour'));
    await fewTurns();
    fireEvent.click(button('Next'));
    fireEvent.click(button('Next'));
    fireEvent.click(button('Leave the tour'));
    await fewTurns();
    expect(rememberedStep()).toBe('parameters');
    fireEvent.click(button('tour'));
    await fewTurns();
    expect(step()).toBe('parameters');
    for (const _ of TOUR_STEPS.slice(3)) fireEvent.click(button('Next'));
    fireEvent.click(button('Done'));
    await fewTurns();
    expect(running()).toBeNull();
    expect(rememberedStep()).toBe('picker');
  });

  it('begins by itself once, for who comes from the start page and has never seen it, and takes no focus then', async () => {
    render(<Page />);
    act(() => startWishedTour());
    expect(running()).toBeNull();
    wishTour();
    button('tour').focus();
    act(() => startWishedTour());
    await fewTurns();
    expect(step()).toBe('picker');
    expect(document.activeElement).toBe(button('tour'));
    act(() => leaveTour(false));
    // Left is seen: it does not come again by itself.
    wishTour();
    act(() => startWishedTour());
    expect(running()).toBeNull();
  });

  it('waits while a dialog is open that is none of its own, and comes back after it', async () => {
    const { rerender } = render(<Page />);
    act(() => startTour());
    await fewTurns();
    expect(step()).toBe('picker');
    rerender(<Page dialog="other" />);
    await fewTurns();
    expect(step()).toBeNull();
    expect(running()).not.toBeNull();
    rerender(<Page />);
    await fewTurns();
    expect(step()).toBe('picker');
  });

  it('stands in the sheet that holds the panel, and Escape leaves it there, not the sheet', async () => {
    const { rerender } = render(<Page />);
    rerender(<Page dialog="sheet" />);
    act(() => startTour());
    await fewTurns();
    const card = document.querySelector<HTMLElement>('[data-tour-step]');
    expect(card?.closest('[role="dialog"]')).not.toBeNull();
    const closed = vi.fn();
    document.addEventListener('keydown', closed, true);
    act(() => card?.focus());
    fireEvent.keyDown(card ?? document.body, { key: 'Escape' });
    document.removeEventListener('keydown', closed, true);
    await fewTurns();
    expect(closed).not.toHaveBeenCalled();
    expect(step()).toBeNull();
    expect(screen.getByRole('dialog')).toBeDefined();
  });

  it('says of what is not on the screen where it is found', async () => {
    render(<Page />);
    fireEvent.click(button('tour'));
    await fewTurns();
    expect(screen.queryByText(/Back leads to it/)).toBeNull();
    fireEvent.click(button('Next'));
    await fewTurns();
    expect(screen.getByText('You see both once you have chosen a strategy.')).toBeDefined();
  });
});
