// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { Tabs } from '#components/ui/tabs.tsx';

afterEach(cleanup);

const drawn: string[] = [];

function Panel({ name }: { readonly name: string }) {
  drawn.push(name);
  return <p>{name}</p>;
}

function Page() {
  const [value, setValue] = useState('one');
  const items = ['one', 'two'].map((name) => ({ value: name, label: name, content: <Panel name={`panel ${name}`} /> }));
  return (
    <NextIntlClientProvider locale="en">
      <Tabs label="Tabs" value={value} onChange={setValue} items={items} />
    </NextIntlClientProvider>
  );
}

describe('tabs', () => {
  it('hold up no picture with what they show: it is drawn after the press, and stands when it is whole', () => {
    render(<Page />);
    drawn.length = 0;
    act(() => {
      flushSync(() => void fireEvent.mouseDown(screen.getByRole('tab', { name: 'two' })));
      expect(drawn).toEqual([]);
      expect(screen.getByText('panel one')).toBeTruthy();
    });
    expect(screen.queryByText('panel one')).toBeNull();
    expect(screen.getByText('panel two')).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'two' }).getAttribute('aria-selected')).toBe('true');
  });

  const isChosen = (name: string): boolean =>
    screen.getByRole('tab', { name }).getAttribute('aria-selected') === 'true';

  it('say at once which one was chosen, though what it shows is not drawn yet', () => {
    render(<Page />);
    act(() => {
      flushSync(() => void fireEvent.mouseDown(screen.getByRole('tab', { name: 'two' })));
      expect([isChosen('one'), isChosen('two')]).toEqual([false, true]);
      // What is of the one before is seen to be old, and not pressed by mistake.
      const old = screen.getByRole('tabpanel');
      expect([old.textContent, old.hasAttribute('inert'), old.getAttribute('aria-busy')]).toEqual([
        'panel one',
        true,
        'true',
      ]);
    });
    const panel = screen.getByRole('tabpanel');
    expect([panel.textContent, panel.hasAttribute('inert'), panel.getAttribute('aria-busy')]).toEqual([
      'panel two',
      false,
      'false',
    ]);
  });

  it.each([
    ['pressed', (name: string) => fireEvent.mouseDown(screen.getByRole('tab', { name }))],
    ['gone to by a key', (name: string) => act(() => screen.getByRole('tab', { name }).focus())],
  ] as const)('take back a choice whose content is not drawn yet, when the one before is %s', (_, choose) => {
    render(<Page />);
    act(() => {
      flushSync(() => void choose('two'));
      flushSync(() => void choose('one'));
    });
    expect(isChosen('one')).toBe(true);
    expect(screen.getByRole('tabpanel').textContent).toBe('panel one');
  });
});
