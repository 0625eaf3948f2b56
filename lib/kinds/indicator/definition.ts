import { indicatorDefinition } from './definition/definition-of.ts';
import { EDITOR } from './definition/editor.ts';
import { INDICATOR_SEARCH } from './definition/search.ts';

/** Indicator bots on contracts: conditions on indicators open, close, increase and reduce a position. */
export const COMPOSE_INDICATOR = indicatorDefinition({ kind: 'compose-indicator', source: EDITOR }, INDICATOR_SEARCH);

/** The same on spot. */
export const SPOT_COMPOSE_INDICATOR = indicatorDefinition(
  { kind: 'spot-compose-indicator', source: EDITOR },
  INDICATOR_SEARCH,
);

/** A condition set that is saved under a name and started again later, on spot or on contracts (H8). */
export const CUSTOM_STRATEGY = indicatorDefinition({ kind: 'custom-strategy', source: EDITOR }, INDICATOR_SEARCH);
