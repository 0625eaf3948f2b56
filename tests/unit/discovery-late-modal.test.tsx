// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { CardItem } from '#components/discovery/card-item.ts';
import { LateStrategyModal } from '#components/discovery/late-strategy-modal.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { ComponentHost } from '#tests/support/component-host.tsx';
import { onOwnPage } from '#tests/support/own-page.ts';

vi.mock('#components/ui/bring-part.tsx', () => ({ bringPart: () => () => new Promise(() => {}) }));
afterEach(cleanup);

it('Escape leaves the dialog that is still being loaded, and not the sheet that its list stands in', async () => {
  onOwnPage();
  const [onClose, onCloseSheet] = [vi.fn(), vi.fn()];
  const page = (isAsked: boolean) => (
    <ComponentHost>
      <Dialog isOpen onClose={onCloseSheet} title="Sheet">
        <button type="button">Card</button>
        {isAsked && (
          <LateStrategyModal item={{ strategy_id: 1 } as CardItem} onClose={onClose} focusNext={() => null} />
        )}
      </Dialog>
    </ComponentHost>
  );
  const { rerender } = render(page(false));
  rerender(page(true));
  await act(async () => void fireEvent.keyDown(screen.getByRole('button', { name: 'Card' }), { key: 'Escape' }));
  expect(onClose).toHaveBeenCalledOnce();
  expect(onCloseSheet).not.toHaveBeenCalled();
});

it('a bot’s dialog that is still being loaded is left by Escape (C-087)', () => {
  const onClose = vi.fn();
  render(
    <ComponentHost>
      <LateStrategyModal item={{ strategy_id: 1 } as CardItem} onClose={onClose} focusNext={() => null} />
    </ComponentHost>,
  );
  fireEvent.keyDown(document.body, { key: 'a' });
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(onClose).toHaveBeenCalledOnce();
});

it('and nothing else by the same key: neither what is open below nor what the page does at Escape', () => {
  const onClose = vi.fn();
  const onCloseBelow = vi.fn();
  const page = vi.fn();
  const hear = ({ key, defaultPrevented }: KeyboardEvent): void => {
    if (key === 'Escape' && !defaultPrevented) page();
  };
  window.addEventListener('keydown', hear);
  render(
    <ComponentHost>
      <Dialog isOpen onClose={onCloseBelow} title="Sheet">
        <button type="button">Card</button>
      </Dialog>
      <LateStrategyModal item={{ strategy_id: 1 } as CardItem} onClose={onClose} focusNext={() => null} />
    </ComponentHost>,
  );
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
  window.removeEventListener('keydown', hear);
  expect(onClose).toHaveBeenCalledOnce();
  expect(onCloseBelow).not.toHaveBeenCalled();
  expect(page).not.toHaveBeenCalled();
});
