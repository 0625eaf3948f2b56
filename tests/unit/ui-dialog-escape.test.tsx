// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { Dialog } from '#components/ui/dialog.tsx';
import { ComponentHost } from '#tests/support/component-host.tsx';

afterEach(cleanup);

function Two() {
  const [open, setOpen] = useState<readonly string[]>(['lower']);
  const close = (name: string) => () => setOpen((names) => names.filter((one) => one !== name));
  return (
    <>
      <Dialog isOpen={open.includes('lower')} onClose={close('lower')} title="Lower">
        <button type="button" onClick={() => setOpen(['lower', 'upper'])}>
          Open
        </button>
      </Dialog>
      <Dialog isOpen={open.includes('upper')} onClose={close('upper')} title="Upper">
        Text
      </Dialog>
    </>
  );
}

it('Escape closes the dialog that was opened last, and that alone, though one below still listens', () => {
  render(
    <ComponentHost>
      <Two />
    </ComponentHost>,
  );
  // What Radix does when the lower one is drawn anew late: it goes on to listen.
  const leave = vi.spyOn(document, 'removeEventListener').mockImplementation(() => {});
  fireEvent.click(screen.getByRole('button', { name: 'Open' }));
  expect(screen.getByRole('dialog', { name: 'Upper' })).toBeTruthy();
  leave.mockRestore();
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
  expect(screen.queryByRole('dialog', { name: 'Upper' })).toBeNull();
  expect(screen.getByRole('dialog', { name: 'Lower' })).toBeTruthy();
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
  expect(screen.queryByRole('dialog')).toBeNull();
});
