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
  fireEvent.keyDown(window, { key: 'a' });
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.keyDown(window, { key: 'Escape' });
  expect(onClose).toHaveBeenCalledOnce();
});
