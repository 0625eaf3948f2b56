// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { Dialog } from '#components/ui/dialog.tsx';
import { PromptDialog } from '#components/ui/prompt-dialog.tsx';
import { ComponentHost } from '#tests/support/component-host.tsx';

type Step = 'closed' | 'loading' | 'there' | 'asking';

/** A dialog of its own while what it is about is being loaded, as those of a bot are; one may be asked in it. */
function Screen({ step, onClose }: { readonly step: Step; readonly onClose: () => void }) {
  return (
    <>
      <button type="button">Elsewhere</button>
      <button type="button">Manage</button>
      {step === 'loading' && (
        <Dialog key="loading" isOpen onClose={onClose} title="Stops">
          <p>Loading</p>
        </Dialog>
      )}
      {(step === 'there' || step === 'asking') && (
        <Dialog key="there" isOpen onClose={onClose} title="Stops">
          <button type="button">Ask</button>
          {step === 'asking' && (
            <Dialog isOpen onClose={onClose} title="Sure?">
              <button type="button">Yes</button>
            </Dialog>
          )}
        </Dialog>
      )}
      <button type="button">Last of the page</button>
    </>
  );
}

let show: (step: Step) => void;

function Stepped() {
  const [step, setStep] = useState<Step>('closed');
  show = setStep;
  return (
    <ComponentHost>
      <main>
        <Screen step={step} onClose={() => setStep('closed')} />
      </main>
    </ComponentHost>
  );
}

const focused = () => document.activeElement?.textContent;

async function press(step: Step): Promise<void> {
  show(step);
  await screen.findByRole('dialog', { name: step === 'asking' ? 'Sure?' : 'Stops' });
}

afterEach(cleanup);

describe('the focus after a dialog', () => {
  it('goes back to what opened it, also where one that was loading had its place', async () => {
    render(<Stepped />);
    screen.getByRole('button', { name: 'Manage' }).focus();
    await press('loading');
    await waitFor(() => expect(document.activeElement?.closest('[role="dialog"]')).not.toBeNull());
    show('there');
    await screen.findByRole('button', { name: 'Ask' });
    await waitFor(() => expect(document.activeElement?.closest('[role="dialog"]')).not.toBeNull());
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(focused()).toBe('Manage'));
  });

  it('goes back through two of them at once to what opened the first', async () => {
    render(<Stepped />);
    screen.getByRole('button', { name: 'Manage' }).focus();
    await press('there');
    screen.getByRole('button', { name: 'Ask' }).focus();
    await press('asking');
    const asked = screen.getByRole('dialog', { name: 'Sure?' });
    await waitFor(() => expect(asked.contains(document.activeElement)).toBe(true));
    show('closed');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(focused()).toBe('Manage'));
  });
});

it('leaves a dialog alone that has opened in the place of one that was loading: what is typed there stands', async () => {
  render(<Stepped />);
  screen.getByRole('button', { name: 'Manage' }).focus();
  await press('loading');
  await waitFor(() => expect(document.activeElement?.closest('[role="dialog"]')).not.toBeNull());
  show('there');
  const field = await screen.findByRole('button', { name: 'Ask' });
  field.focus();
  const taken: string[] = [];
  const note = ({ target }: FocusEvent): void => void taken.push((target as Element).textContent);
  document.addEventListener('focusin', note);
  for (let frame = 0; frame < 30; frame += 1) await new Promise(requestAnimationFrame);
  document.removeEventListener('focusin', note);
  expect(taken).toEqual([]);
  expect(document.activeElement).toBe(field);
});

/** As a question is asked: beside the dialog in which somebody pressed, not inside it. */
function Ended() {
  const [isAsked, setIsAsked] = useState(false);
  return (
    <ComponentHost>
      <Dialog isOpen onClose={() => undefined} title="Terminate bot">
        <button type="button" onClick={() => setIsAsked(true)}>
          Terminate
        </button>
      </Dialog>
      {isAsked && <PromptDialog prompt={{ id: 1, kind: 'fund-password', answer: () => setIsAsked(false) }} />}
    </ComponentHost>
  );
}

it('is in the password’s field when the fund password is asked for over another dialog, and goes back to what asked', async () => {
  render(<Ended />);
  const button = await screen.findByRole('button', { name: 'Terminate' });
  button.focus();
  fireEvent.click(button);
  const asked = await screen.findByRole('dialog', { name: 'Fund password' });
  await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('fundpass'));
  fireEvent.keyDown(asked, { key: 'Escape' });
  await waitFor(() => expect(document.activeElement).toBe(button));
});
