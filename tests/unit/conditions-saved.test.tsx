// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { getDefaultStore } from 'jotai';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addCondition } from '#components/conditions/condition-draft.ts';
import { SavedConditions } from '#components/conditions/saved-conditions.tsx';
import type { StrategyForm } from '#components/form/use-strategy-form.ts';
import { toastsAtom } from '#lib/client/toasts.ts';
import { DEFAULT_CONDITIONS, formatConditions } from '#lib/kinds/indicator/definition/conditions.ts';
import conditions from '#messages/en/conditions.json' with { type: 'json' };
import { ComponentHost, type FakeCall, fakeFetch } from '#tests/support/component-host.tsx';
import { fewTurns } from '#tests/support/few-turns.ts';
import { onOwnPage } from '#tests/support/own-page.ts';

const FULL = addCondition(addCondition(DEFAULT_CONDITIONS, 'increase'), 'reduce');
const wire = (conditions: object): unknown => JSON.parse(JSON.stringify(conditions));
let calls: FakeCall[];
let sets: object[];
let refusal: object | null;
let shown: string;
/** Shows another draft of the page's form, or empties the one that is shown. */
let show: (draft: 'manual' | 'taken') => void;
let empty: () => void;

function answer({ url, method }: FakeCall): object {
  if (url === '/api/session') {
    return { code: 200, message: '', data: { logged_in: true, anonymous: '0123456789abcdef', nickname: 'demo' } };
  }
  if (method !== 'GET' && refusal !== null) return refusal;
  return method === 'GET' ? { code: 200, message: '', data: sets } : { code: 200, message: '', data: { id: 5 } };
}

type Draft = Readonly<Record<string, string>>;
const FRESH: Draft = { conditions: formatConditions(DEFAULT_CONDITIONS) };

/** The part of a form that the panel reads and changes. */
function Host() {
  const [drafts, setDrafts] = useState({ manual: FRESH, taken: FRESH });
  const [draft, setDraft] = useState<keyof typeof drafts>('manual');
  const values = drafts[draft];
  shown = values.conditions ?? '';
  show = setDraft;
  empty = () => setDrafts((present) => ({ ...present, [draft]: FRESH }));
  const change = (field: string, value: string): null => {
    setDrafts((present) => ({ ...present, [draft]: { ...present[draft], [field]: value } }));
    return null;
  };
  return <SavedConditions form={{ values, change } as unknown as StrategyForm} />;
}

beforeEach(async () => {
  onOwnPage();
  sets = [{ id: 4, name: 'Dips', create_time: 1, compose_conditions: wire(FULL) }];
  refusal = null;
  getDefaultStore().set(toastsAtom, []);
  const fake = fakeFetch(answer);
  calls = fake.calls;
  vi.stubGlobal('fetch', fake.fetch);
  render(
    <ComponentHost>
      <Host />
    </ComponentHost>,
  );
  await fewTurns();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('saved strategies of the custom strategy (H8)', () => {
  it('are saved once, however often Enter is pressed, and deleting keeps the focus here (H)', async () => {
    fireEvent.change(screen.getByRole('combobox', { name: 'Saved strategies' }), { target: { value: '4' } });
    const name = screen.getByRole('textbox');
    fireEvent.keyDown(name, { key: 'Enter' });
    fireEvent.keyDown(name, { key: 'Enter' });
    await fewTurns();
    expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
    const remove = screen.getByRole('button', { name: 'Delete' });
    remove.focus();
    fireEvent.click(remove);
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    sets = [];
    await fewTurns();
    await fewTurns();
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
    expect(document.activeElement).not.toBe(document.body);
  });

  it('are put into the form when one is chosen', async () => {
    const select = screen.getByRole('combobox', { name: 'Saved strategies' });
    expect(
      within(select)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Choose one …', 'Dips']);
    fireEvent.change(select, { target: { value: '4' } });
    expect(shown).toBe(formatConditions(FULL));
  });

  it('belong to the draft that they were loaded into: another one has none, an emptied one can be given it again', () => {
    const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Saved strategies' });
    const name = screen.getByLabelText<HTMLInputElement>('Name');
    fireEvent.change(select, { target: { value: '4' } });
    expect([select.value, name.value]).toEqual(['4', 'Dips']);
    act(() => show('taken'));
    expect([select.value, name.value]).toEqual(['', '']);
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
    act(() => show('manual'));
    expect([select.value, name.value]).toEqual(['4', 'Dips']);
    act(() => empty());
    expect([select.value, name.value]).toEqual(['', '']);
    fireEvent.change(select, { target: { value: '4' } });
    expect(shown).toBe(formatConditions(FULL));
  });

  it('that cannot be read say so, leave the conditions alone, and can be deleted', async () => {
    cleanup();
    sets = [
      { id: 4, name: 'Dips', create_time: 1, compose_conditions: wire(FULL) },
      { id: 7, name: 'Newer', create_time: 1, compose_conditions: { open: { of: 'another version' } } },
    ];
    render(
      <ComponentHost>
        <Host />
      </ComponentHost>,
    );
    await fewTurns();
    const select = screen.getByRole('combobox', { name: 'Saved strategies' });
    const before = shown;
    fireEvent.change(select, { target: { value: '7' } });
    expect(shown).toBe(before);
    expect(screen.getByRole('alert').textContent).toBe(conditions.sets.unreadable);
    expect(screen.getByRole('button', { name: 'Delete' })).toBeTruthy();
    fireEvent.change(select, { target: { value: '4' } });
    expect(screen.queryByRole('alert')).toBeNull();
    expect(shown).toBe(formatConditions(FULL));
  });

  it('are saved from the form under a name', async () => {
    expect((screen.getByRole('button', { name: 'Save' }) as HTMLButtonElement).disabled).toBe(true);
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: ' Mine ' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await fewTurns();
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      name: 'Mine',
      compose_conditions: wire(DEFAULT_CONDITIONS),
    });
    expect(getDefaultStore().get(toastsAtom).at(-1)).toMatchObject({ tone: 'success', text: 'Saved' });
  });

  it('are saved with Enter too, which creates no bot', async () => {
    const name = screen.getByLabelText('Name');
    fireEvent.change(name, { target: { value: 'Mine' } });
    // False: the browser's own submission was prevented.
    expect(fireEvent.keyDown(name, { key: 'Enter' })).toBe(false);
    await fewTurns();
    expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('are deleted after a question', async () => {
    fireEvent.change(screen.getByRole('combobox', { name: 'Saved strategies' }), { target: { value: '4' } });
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(screen.getByText(/Delete “Dips”/)).toBeTruthy();
    const before = calls.length;
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await fewTurns();
    expect(calls.slice(before).some(({ url }) => url.endsWith('/4'))).toBe(true);
  });

  it('say why one was not saved', async () => {
    refusal = { code: 409, message: 'too many' };
    fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Mine' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await fewTurns();
    expect(getDefaultStore().get(toastsAtom).at(-1)).toMatchObject({ tone: 'warning', text: 'too many' });
  });
});
