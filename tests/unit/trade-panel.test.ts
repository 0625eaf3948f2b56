import { describe, expect, it } from 'vitest';
import {
  INITIAL_PANEL,
  isBotMode,
  kindOfQuery,
  modeOfQuery,
  nextPanel,
  preselectedMode,
  queryOf,
} from '#components/trade/panel-state.ts';

describe('the strategy panel', () => {
  it('shows the picker while no strategy is chosen, in recommend mode (C-171, C-179)', () => {
    expect(INITIAL_PANEL).toEqual({ kind: null, mode: 'recommend' });
  });

  it('opens a chosen strategy on its Recommend tab (C-172)', () => {
    expect(nextPanel({ kind: null, mode: 'create' }, { type: 'select', kind: 'spot_grid' })).toEqual({
      kind: 'spot_grid',
      mode: 'recommend',
    });
  });

  it('goes back to the picker, in recommend mode (C-174)', () => {
    expect(nextPanel({ kind: 'spot_grid', mode: 'create' }, { type: 'back' })).toEqual(INITIAL_PANEL);
  });

  it('changes tabs of a chosen strategy only', () => {
    expect(nextPanel({ kind: 'spot_grid', mode: 'recommend' }, { type: 'mode', mode: 'create' }).mode).toBe('create');
    expect(nextPanel(INITIAL_PANEL, { type: 'mode', mode: 'create' })).toEqual(INITIAL_PANEL);
  });

  it('takes the strategy type of the address if it is on offer (C-031, E-017)', () => {
    expect(kindOfQuery('?tradModel=strategybot&strategyType=spot_grid', 'trade')).toBe('spot_grid');
    expect(kindOfQuery('?strategyType=constructor', 'trade')).toBeNull();
    expect(kindOfQuery('?tradModel=strategybot', 'trade')).toBeNull();
  });

  it('leaves a choice alone that was made before the address was applied (C-177)', () => {
    const chosen = { kind: 'spot_grid', mode: 'recommend' } as const;
    expect(nextPanel(chosen, { type: 'preselect', kind: 'spot_grid', mode: 'create' })).toEqual(chosen);
  });

  it('opens the address’ strategy on the tab of this session, else on the form; a guest never sees the form (C-049, C-175)', () => {
    expect(preselectedMode(null, true)).toBe('create');
    expect(preselectedMode('recommend', true)).toBe('recommend');
    expect(preselectedMode('create', true)).toBe('create');
    expect(preselectedMode('create', false)).toBe('recommend');
  });

  it('reads and keeps the word for bot mode (C-032)', () => {
    expect(['', '?tradModel=strategybot', '?tradModel=spot'].map(isBotMode)).toEqual([true, true, false]);
    expect(queryOf('?tradModel=spot&x=1', INITIAL_PANEL)).toBe('?tradModel=strategybot&x=1');
    expect(modeOfQuery('?mode=moon')).toBe('moon');
    expect(modeOfQuery('?mode=__proto__')).toBeNull();
  });

  it('opens on the tab of the address before that of the session, and never on a form for a guest (B8, C-049)', () => {
    expect(preselectedMode('recommend', true, 'create')).toBe('create');
    expect(preselectedMode('create', true, 'moon')).toBe('moon');
    expect(preselectedMode(null, false, 'moon')).toBe('recommend');
  });
});
