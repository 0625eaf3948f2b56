// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { createStore, Provider } from 'jotai';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AnyDefinition } from '#components/form/any-definition.ts';
import { draftKey, formDraftsAtom } from '#components/form/form-state.ts';
import { useDraft } from '#components/form/use-draft.ts';
import { STRATEGIES } from '#lib/kinds/definitions.ts';
import { testSpec } from '#tests/support/market-specs.ts';

const SPEC = testSpec();
const GRID = STRATEGIES.spot_grid as unknown as AnyDefinition;
const RECORD = {
  place: 'spot_grid BTC_USDT',
  userId: 7,
  call: 'createGrid',
  payload: { money: '100' },
  draft: { money: '100' },
  sentMs: 5,
};

describe('what the session kept of the forms', () => {
  afterEach(() => {
    sessionStorage.clear();
    vi.resetModules();
  });

  it.each([
    ['nothing', 'null'],
    ['half a text', '{"a":'],
    ['a list', '[]'],
    ['entries that are none', '{"a":null,"b":5,"c":"x","d":[]}'],
    ['records without a call', JSON.stringify({ a: { ...RECORD, call: undefined } })],
    ['records of a call that creates nothing', JSON.stringify({ a: { ...RECORD, call: 'transfer' } })],
    ['records without a payload', JSON.stringify({ a: { ...RECORD, payload: null } })],
    ['records of no time', JSON.stringify({ a: { ...RECORD, sentMs: '5' } })],
  ])('is read without what is not readable: %s', async (_name, text) => {
    for (const key of ['create_unanswered', 'create_drafts', 'create_param_modes', 'create_taken'])
      sessionStorage.setItem(key, text);
    vi.resetModules();
    const anew = await import('#components/form/form-state.ts');
    const store = createStore();
    for (const one of [anew.sentCreationsAtom, anew.formDraftsAtom, anew.paramModesAtom, anew.takenAtom])
      expect(store.get<object>(one)).toEqual({});
  });

  it('is what was kept, where it is readable', async () => {
    sessionStorage.setItem('create_unanswered', JSON.stringify({ a: RECORD, b: null }));
    vi.resetModules();
    const anew = await import('#components/form/form-state.ts');
    expect(createStore().get(anew.sentCreationsAtom)).toEqual({ a: RECORD });
  });
});

describe('what was typed into forms', () => {
  afterEach(() => {
    sessionStorage.clear();
    vi.resetModules();
  });

  it('stays for a guest who logs in and for a trader who comes back, and is no other trader’s', async () => {
    vi.resetModules();
    const { getDefaultStore } = await import('jotai');
    const { formDraftsAtom: drafts, sentCreationsAtom: sent } = await import('#components/form/form-state.ts');
    const { forgetViewer, noteLogin, rememberViewer } = await import('#lib/client/session-loss.ts');
    const store = getDefaultStore();
    const typed = { [draftKey('spot_grid', SPEC, 'manual')]: { values: { money: '100' }, asset: 'USDT' } };
    const waiting = { a: { ...RECORD, call: 'createGrid' as const } };
    store.set(drafts, typed);
    store.set(sent, waiting);
    for (const seen of [() => noteLogin(7), forgetViewer, () => rememberViewer(7), forgetViewer]) {
      seen();
      expect(store.get(drafts)).toEqual(typed);
    }
    noteLogin(8);
    expect(store.get(drafts)).toEqual({});
    expect(JSON.parse(sessionStorage.getItem('create_drafts') ?? '{}')).toEqual({});
    expect(store.get(sent)).toEqual(waiting);
  });

  it('is a guest’s own who logs in where another trader was before, and of that one nothing is left', async () => {
    vi.resetModules();
    const { getDefaultStore } = await import('jotai');
    const { formDraftsAtom: drafts, takenAtom: taken } = await import('#components/form/form-state.ts');
    const { forgetViewer, noteLogin } = await import('#lib/client/session-loss.ts');
    const store = getDefaultStore();
    const first = { [draftKey('spot_grid', SPEC, 'manual')]: { values: { money: '100' }, asset: 'USDT' } };
    const guests = { [draftKey('martingale', SPEC, 'manual')]: { values: { money: '7' }, asset: 'USDT' } };
    noteLogin(7);
    store.set(drafts, first);
    store.set(taken, { spot_grid: true });
    forgetViewer();
    store.set(drafts, (all) => ({ ...all, ...guests }));
    noteLogin(8);
    expect(store.get(drafts)).toEqual(guests);
    expect(store.get(taken)).toEqual({});
    expect(JSON.parse(sessionStorage.getItem('create_drafts') ?? '{}')).toEqual(guests);
    // Now they are his, and no third one's.
    forgetViewer();
    noteLogin(9);
    expect(store.get(drafts)).toEqual({});
  });

  it('stays whole for a trader who typed on while he was logged out', async () => {
    vi.resetModules();
    const { getDefaultStore } = await import('jotai');
    const { formDraftsAtom: drafts } = await import('#components/form/form-state.ts');
    const { forgetViewer, noteLogin } = await import('#lib/client/session-loss.ts');
    const store = getDefaultStore();
    const both = {
      [draftKey('spot_grid', SPEC, 'manual')]: { values: { money: '100' }, asset: 'USDT' },
      [draftKey('martingale', SPEC, 'manual')]: { values: { money: '7' }, asset: 'USDT' },
    };
    noteLogin(7);
    store.set(drafts, both);
    forgetViewer();
    const typedOn = { ...both, [draftKey('spot_grid', SPEC, 'ai')]: { values: { money: '1' }, asset: 'USDT' } };
    store.set(drafts, typedOn);
    noteLogin(7);
    expect(store.get(drafts)).toEqual(typedOn);
  });

  it('is no other trader’s in a browser without a storage either', async () => {
    const forbidden = vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
      throw new Error('SecurityError');
    });
    vi.resetModules();
    const { getDefaultStore } = await import('jotai');
    const { formDraftsAtom: drafts } = await import('#components/form/form-state.ts');
    const { forgetViewer, noteLogin } = await import('#lib/client/session-loss.ts');
    const typed = { [draftKey('spot_grid', SPEC, 'manual')]: { values: { money: '100' }, asset: 'USDT' } };
    getDefaultStore().set(drafts, typed);
    noteLogin(7);
    expect(getDefaultStore().get(drafts)).toEqual(typed);
    forgetViewer();
    noteLogin(8);
    expect(getDefaultStore().get(drafts)).toEqual({});
    forbidden.mockRestore();
  });

  it('is gone from the session too where another trader logs in on a page without a form', async () => {
    sessionStorage.setItem('create_drafts', '{"a":1}');
    vi.resetModules();
    const { forgetViewer, noteLogin } = await import('#lib/client/session-loss.ts');
    noteLogin(7);
    forgetViewer();
    expect(sessionStorage.getItem('create_drafts')).not.toBeNull();
    noteLogin(8);
    expect(sessionStorage.getItem('create_drafts')).toBeNull();
  });
});

describe('whether a form still holds what was sent', () => {
  it('compares what it shows, also before anything was typed into it: the form by hand begins with the AI’s', () => {
    const store = createStore();
    const ai = { money: '100', low_price: '50000' };
    store.set(formDraftsAtom, { [draftKey('spot_grid', SPEC, 'ai')]: { values: ai, asset: 'USDT' } });
    const wrapper = ({ children }: { readonly children: ReactNode }) => <Provider store={store}>{children}</Provider>;
    const place = { kind: 'spot_grid', page: SPEC, entry: 'manual' } as const;
    const { result } = renderHook(() => useDraft(place, GRID, SPEC), { wrapper });
    expect(result.current.values).toEqual(ai);
    expect(result.current.isStill(ai)).toBe(true);
    expect(result.current.isStill({ ...ai, money: '200' })).toBe(false);
    act(() => result.current.update((values) => ({ ...values, money: '300' })));
    expect(result.current.isStill(ai)).toBe(false);
  });
});
