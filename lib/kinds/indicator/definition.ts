import { composeDefinition } from './definition/definition-of.ts';
import { EDITOR } from './definition/editor.ts';
import { COMPOSE_SEARCH } from './definition/search.ts';

/** Combined indicator on contracts: conditions on indicators open, close, increase and reduce a position. */
export const COMPOSE_INDICATOR = composeDefinition({ kind: 'compose-indicator', source: EDITOR }, COMPOSE_SEARCH);

/** The same on spot. */
export const SPOT_COMPOSE_INDICATOR = composeDefinition(
  { kind: 'spot-compose-indicator', source: EDITOR },
  COMPOSE_SEARCH,
);

/** A condition set that is saved under a name and started again later, on spot or on contracts (H8). */
export const CUSTOM_STRATEGY = composeDefinition({ kind: 'custom-strategy', source: EDITOR }, COMPOSE_SEARCH);
