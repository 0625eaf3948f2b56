// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { HeldFields, SendButton } from '#components/ui/held-fields.tsx';
import type { Held } from '#lib/client/held.ts';
import { ComponentHost } from '#tests/support/component-host.tsx';

afterEach(cleanup);

const FREE: Held = { isBusy: false, isUnanswered: false, giveUp: () => {} };

function form(held: Held, isDisabled: boolean, onSend = (): void => {}) {
  return (
    <ComponentHost>
      <HeldFields held={held}>
        <input aria-label="Amount" />
      </HeldFields>
      <SendButton held={held} disabled={isDisabled} onClick={onSend}>
        Send
      </SendButton>
    </ComponentHost>
  );
}

describe('fields of what is sent under a key', () => {
  it('are held while it is under way and while nobody knows what became of it; the button asks for that, whatever stands against sending', () => {
    const onSend = vi.fn();
    const { rerender } = render(form(FREE, true, onSend));
    const field = screen.getByLabelText('Amount');
    const button = screen.getByRole<HTMLButtonElement>('button');
    expect([field.matches(':disabled'), button.disabled]).toEqual([false, true]);
    rerender(form({ ...FREE, isBusy: true }, true, onSend));
    expect(field.matches(':disabled')).toBe(true);
    rerender(form({ ...FREE, isUnanswered: true }, true, onSend));
    expect([field.matches(':disabled'), button.disabled, button.textContent]).toEqual([
      true,
      false,
      'Ask what became of it',
    ]);
    fireEvent.click(button);
    expect(onSend).toHaveBeenCalledOnce();
  });

  it('keep the focus near them, give it back, and take it from nobody else', () => {
    const { rerender } = render(form(FREE, false));
    expect(document.activeElement).toBe(document.body);
    const field = screen.getByLabelText('Amount');
    field.focus();
    rerender(form({ ...FREE, isBusy: true }, false));
    expect(document.activeElement).not.toBe(document.body);
    expect(document.activeElement?.contains(field)).toBe(true);
    rerender(form(FREE, false));
    expect(document.activeElement).toBe(field);
    const button = screen.getByRole('button');
    button.focus();
    rerender(form({ ...FREE, isBusy: true }, false));
    rerender(form(FREE, false));
    expect(document.activeElement).toBe(button);
  });

  it('are free for who says that he has looked, and the focus is not lost with that button', () => {
    const giveUp = vi.fn();
    const { rerender } = render(form({ ...FREE, isUnanswered: true, giveUp }, false));
    const looked = screen.getByRole('button', { name: 'I have looked, it is settled' });
    looked.focus();
    fireEvent.click(looked);
    expect(giveUp).toHaveBeenCalledOnce();
    rerender(form(FREE, false));
    expect(screen.queryByText(/No answer has come/)).toBeNull();
    expect(document.activeElement?.contains(screen.getByLabelText('Amount'))).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
  });

  it('say when something else is typed in them, and not when a slider follows what there is', () => {
    const onTyped = vi.fn();
    const fields = (share: string, amount: string) => (
      <ComponentHost>
        <HeldFields held={{ ...FREE, onTyped }}>
          <input type="range" aria-label="Share" value={share} readOnly />
          <input aria-label="Amount" value={amount} readOnly />
        </HeldFields>
      </ComponentHost>
    );
    const { rerender } = render(fields('50', '250'));
    rerender(fields('25', '250'));
    expect(onTyped).not.toHaveBeenCalled();
    rerender(fields('25', '300'));
    expect(onTyped).toHaveBeenCalledOnce();
  });
});
