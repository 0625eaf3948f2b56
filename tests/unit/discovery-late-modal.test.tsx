// @vitest-environment jsdom
import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { CardItem } from '#components/discovery/card-item.ts';
import { LateStrategyModal } from '#components/discovery/late-strategy-modal.tsx';
import { ComponentHost } from '#tests/support/component-host.tsx';

vi.mock('#components/ui/bring-part.tsx', () => ({ bringPart: () => () => new Promise(() => {}) }));
afterEach(cleanup);

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
