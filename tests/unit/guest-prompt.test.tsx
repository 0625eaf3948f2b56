// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { GuestPrompt } from '#components/addresses/guest-prompt.tsx';
import { forgetViewer, noteLogin } from '#lib/client/session-loss.ts';
import { ComponentHost } from '#tests/support/component-host.tsx';

afterEach(cleanup);

let leave: () => void;
/** What a trader has, until his session is over. */
function Place() {
  const [isTrader, setIsTrader] = useState(true);
  leave = () => setIsTrader(false);
  return isTrader ? <button type="button">Own</button> : <GuestPrompt hint="Log in to see it" path="/en/portfolio" />;
}

function show(): void {
  render(
    <ComponentHost>
      <input aria-label="Search" />
      <Place />
    </ComponentHost>,
  );
}
const way = () => screen.getByRole('link', { name: 'Log in' });

describe('the way in that guests are shown', () => {
  it('takes the focus from nobody who comes as a guest', () => {
    show();
    act(() => leave());
    expect(document.activeElement).toBe(document.body);
  });

  it('has the focus of what it stands in the place of, once a session is lost, and takes it from nothing else', () => {
    noteLogin(1);
    show();
    screen.getByRole('button').focus();
    forgetViewer();
    act(() => leave());
    expect(document.activeElement).toBe(way());
    cleanup();
    show();
    screen.getByRole('textbox').focus();
    act(() => leave());
    expect(document.activeElement).toBe(screen.getByRole('textbox'));
  });
});
