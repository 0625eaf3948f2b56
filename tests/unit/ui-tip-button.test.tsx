// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OpenTip } from '#components/ui/open-tip.ts';
import { TipButton } from '#components/ui/tip-button.tsx';
import { TipFrame } from '#components/ui/tip-frame.tsx';
import { openingOf } from '#components/ui/tip-opening.tsx';

/** Longer than a mouse stays, or is away, before a tip follows it. */
const WHILE_MS = 300;

function Tip({ name, ...open }: OpenTip & { readonly name: string }) {
  return (
    <TipFrame {...open} role="dialog" isFocused={open.isPressed} className="">
      {name} is made so. <a href="#first">First</a> <a href="#last">Last</a>
    </TipFrame>
  );
}

const part = { Opening: openingOf(Tip) };
const tips = { bring: () => undefined, usePart: () => part };

beforeEach(() => {
  vi.useFakeTimers();
  render(
    <>
      {['Yield', 'Fees'].map((name) => (
        <TipButton key={name} tips={tips} of={{ name }} label={name} className="">
          ?
        </TipButton>
      ))}
      <input aria-label="Amount" />
    </>,
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const mark = (name = 'Yield') => screen.getByRole('button', { name });
const tip = () => screen.queryByRole('dialog');
const place = () => tip()?.parentElement as HTMLElement;
const pass = (): void =>
  act(() => {
    vi.advanceTimersByTime(WHILE_MS);
  });
const focus = (element: HTMLElement): void => act(() => element.focus());
const key = (name: string, shiftKey = false): boolean =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key: name, shiftKey });

function hover(name?: string): void {
  fireEvent.pointerEnter(mark(name), { pointerType: 'mouse' });
  fireEvent.pointerMove(mark(name), { pointerType: 'mouse' });
  pass();
}

describe('a tip by mouse', () => {
  it('opens where the mouse stays, not where it only comes by, and takes the focus from nobody', () => {
    fireEvent.pointerMove(mark());
    fireEvent.pointerLeave(mark());
    pass();
    expect(tip()).toBeNull();
    focus(screen.getByLabelText('Amount'));
    hover();
    expect(tip()?.textContent).toContain('Yield is made so.');
    expect(mark().getAttribute('aria-describedby')).toBe(tip()?.id);
    expect(document.activeElement).toBe(screen.getByLabelText('Amount'));
  });

  it('stays while the mouse is over it, and goes when that has left both (WCAG 1.4.13)', () => {
    hover();
    fireEvent.pointerLeave(mark());
    fireEvent.pointerEnter(place());
    pass();
    expect(tip()).not.toBeNull();
    fireEvent.pointerLeave(place());
    pass();
    expect(tip()).toBeNull();
  });

  it('stays under a mouse at rest that it grew over for a moment, as texts come late', () => {
    hover();
    fireEvent.pointerLeave(mark());
    fireEvent.pointerEnter(place());
    fireEvent.pointerLeave(place());
    fireEvent.pointerEnter(mark());
    pass();
    expect(tip()).not.toBeNull();
    fireEvent.pointerLeave(mark());
    pass();
    expect(tip()).toBeNull();
  });

  it('goes with Escape wherever the focus is, which stays there, and does not come back before the mouse does', () => {
    hover();
    expect(key('Escape')).toBe(false);
    expect(tip()).toBeNull();
    expect(document.activeElement).toBe(document.body);
    fireEvent.pointerMove(mark());
    pass();
    expect(tip()).toBeNull();
    fireEvent.pointerLeave(mark());
    hover();
    expect(tip()).not.toBeNull();
  });

  it('is one at a time', () => {
    hover();
    hover('Fees');
    expect(screen.getAllByRole('dialog').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Fees is made so.'),
    ]);
  });

  it('has nothing to do with a finger, which presses', () => {
    fireEvent.pointerMove(mark(), { pointerType: 'touch' });
    pass();
    expect(tip()).toBeNull();
    fireEvent.click(mark());
    fireEvent.pointerLeave(mark());
    pass();
    expect(tip()).not.toBeNull();
    fireEvent.click(mark());
    expect(tip()).toBeNull();
  });
});

describe('a tip by key', () => {
  it('opens with the focus, which stays on its mark: the next one is the field', () => {
    focus(mark());
    expect(tip()).not.toBeNull();
    expect(document.activeElement).toBe(mark());
    // What the browser does with Tab is its own affair: nothing is in its way.
    expect(key('Tab')).toBe(true);
    focus(screen.getByLabelText('Amount'));
    expect(tip()).toBeNull();
  });

  it('is entered by a press, and left by Escape with the focus back and the tip gone', () => {
    focus(mark());
    fireEvent.click(mark());
    expect(document.activeElement).toBe(tip());
    key('Escape');
    expect(tip()).toBeNull();
    expect(document.activeElement).toBe(mark());
  });

  it('gives the focus back when a mouse opens another: nobody who is in it falls out of the page', () => {
    fireEvent.click(mark());
    focus(screen.getByRole('link', { name: 'First' }));
    hover('Fees');
    expect(tip()?.textContent).toContain('Fees is made so.');
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    expect(document.activeElement).toBe(mark());
  });

  it('leads on behind its mark at its last control, and back to it at its first', () => {
    fireEvent.click(mark());
    focus(screen.getByRole('link', { name: 'First' }));
    expect(key('Tab')).toBe(true);
    expect(tip()).not.toBeNull();
    focus(screen.getByRole('link', { name: 'Last' }));
    // Not prevented: the browser goes on from the mark.
    expect(key('Tab')).toBe(true);
    expect(tip()).toBeNull();
    expect(document.activeElement).toBe(mark());
    fireEvent.click(mark());
    focus(screen.getByRole('link', { name: 'First' }));
    expect(key('Tab', true)).toBe(false);
    expect(document.activeElement).toBe(mark());
  });
});
