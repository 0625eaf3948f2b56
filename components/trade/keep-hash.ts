import type { MouseEvent } from 'react';
import type { InstrumentPage } from '#components/addresses/paths.ts';
import { INITIAL_PANEL, kindOfQuery, modeOfQuery, queryOf } from './panel-state.ts';

/** Takes the address' hash along when a link is followed (C-025, X38): the link itself is the same HTML for everybody. */
export function keepHash(event: MouseEvent<HTMLAnchorElement>): void {
  event.currentTarget.hash = window.location.hash;
}

/** As keepHash, to another market: what the panel shows goes along where that market's page has it (B8). */
export function keepPanel(page: InstrumentPage): (event: MouseEvent<HTMLAnchorElement>) => void {
  return (event) => {
    keepHash(event);
    const { search } = window.location;
    const kind = kindOfQuery(search, page);
    const mode = modeOfQuery(search);
    const state = kind === null ? INITIAL_PANEL : { kind, mode: mode ?? 'create' };
    event.currentTarget.search = queryOf(event.currentTarget.search, state);
  };
}
