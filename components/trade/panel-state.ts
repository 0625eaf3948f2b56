import type { RunnableKind } from '#lib/engine/registry.ts';
import { isCreatable, isMadeOn } from '#lib/strategies/catalogue.ts';

/** `moon` is the AI grid's own short form (C-079). */
export type PanelMode = 'recommend' | 'create' | 'moon';

/** What the strategy panel shows: the picker while no kind is chosen (C-171), else the kind's page on one of its tabs. */
export interface PanelState {
  readonly kind: RunnableKind | null;
  readonly mode: PanelMode;
}

export type PanelEvent =
  | { readonly type: 'select'; readonly kind: RunnableKind }
  | { readonly type: 'mode'; readonly mode: PanelMode }
  | { readonly type: 'moon' }
  | { readonly type: 'back' }
  /** A strategy type of the address, with the tab to open it on. */
  | { readonly type: 'preselect'; readonly kind: RunnableKind; readonly mode: PanelMode };

/** C-179. */
export const INITIAL_PANEL: PanelState = { kind: null, mode: 'recommend' };

export function nextPanel(state: PanelState, event: PanelEvent): PanelState {
  switch (event.type) {
    case 'select':
      // C-172.
      return { kind: event.kind, mode: 'recommend' };
    case 'moon':
      return { kind: 'spot_grid', mode: 'moon' };
    case 'mode':
      return state.kind === null ? state : { ...state, mode: event.mode };
    case 'back':
      // C-174.
      return INITIAL_PANEL;
    case 'preselect':
      // Somebody was quicker than the delay: their choice stands.
      return state.kind === null ? { kind: event.kind, mode: event.mode } : state;
  }
}

/** The strategy type that the address asks for (C-031), if it is one that this page creates. */
export function kindOfQuery(search: string, page: 'trade' | 'futures'): RunnableKind | null {
  const kind = new URLSearchParams(search).get('strategyType') ?? '';
  return isCreatable(kind) && isMadeOn(kind, page) ? kind : null;
}

/**
 * The tab that a preselected kind opens on: the one of this session (C-175), else the form – the address is where
 * bots are created (C-023). A guest may not see the form (C-049) and gets the recommended ones.
 */
export function preselectedMode(stored: string | null, isLoggedIn: boolean): PanelMode {
  if (!isLoggedIn) return 'recommend';
  return stored === 'recommend' ? 'recommend' : 'create';
}
