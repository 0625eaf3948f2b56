import type { InstrumentPage } from '#components/addresses/paths.ts';
import { isCreatable, isMadeOn } from '#lib/kinds/catalogue.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';

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
  /** Back and forward of the browser: what the address says now. */
  | { readonly type: 'address'; readonly state: PanelState }
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
    case 'address':
      return event.state;
    case 'preselect':
      // Somebody was quicker than the delay: their choice stands.
      return state.kind === null ? { kind: event.kind, mode: event.mode } : state;
  }
}

/** The strategy type that the address asks for (C-031), if it is one that this page creates. */
export function kindOfQuery(search: string, page: InstrumentPage): RunnableKind | null {
  const kind = typeOfQuery(search);
  return kind !== null && isMadeOn(kind, page) ? kind : null;
}

/** The strategy type that the address asks for, wherever it is created; null for a word that is none. */
export function typeOfQuery(search: string): RunnableKind | null {
  const kind = new URLSearchParams(search).get('strategyType') ?? '';
  return isCreatable(kind) ? kind : null;
}

const MODES: readonly PanelMode[] = ['recommend', 'create', 'moon'];

/** The tab that the address asks for; null when it names none. */
export function modeOfQuery(search: string): PanelMode | null {
  const mode = new URLSearchParams(search).get('mode');
  return MODES.find((one) => one === mode) ?? null;
}

/** C-032: `strategybot` – or no word, on a page that has nothing else – is bot mode; another word is not. */
export function isBotMode(search: string): boolean {
  const word = new URLSearchParams(search).get('tradModel');
  return word === null || word === 'strategybot';
}

/** The address' query for what the panel shows (B8): everything else in it stays. */
export function queryOf(search: string, { kind, mode }: PanelState): string {
  const query = new URLSearchParams(search);
  query.set('tradModel', 'strategybot');
  query.delete('strategyType');
  query.delete('mode');
  if (kind !== null) {
    query.set('strategyType', kind);
    query.set('mode', mode);
  }
  return `?${query.toString()}`;
}

/**
 * The tab that a preselected kind opens on: the one of the address, else the one of this session (C-175), else the form –
 * the address is where bots are created (C-023). A guest may not see a form (C-049) and gets the recommended ones.
 */
export function preselectedMode(stored: string | null, isLoggedIn: boolean, asked: PanelMode | null = null): PanelMode {
  if (!isLoggedIn) return 'recommend';
  return asked ?? (stored === 'recommend' ? 'recommend' : 'create');
}
