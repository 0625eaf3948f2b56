import { composeDefinition } from './compose/definition-of.ts';
import { EDITOR } from './compose/editor.ts';

/** Combined indicator on contracts: conditions on indicators open, close, increase and reduce a position. */
export const COMPOSE_INDICATOR = composeDefinition({ kind: 'compose-indicator', source: EDITOR });

/** The same on spot. */
export const SPOT_COMPOSE_INDICATOR = composeDefinition({ kind: 'spot-compose-indicator', source: EDITOR });

/** A condition set that is saved under a name and started again later, on spot or on contracts (H8). */
export const CUSTOM_STRATEGY = composeDefinition({ kind: 'custom-strategy', source: EDITOR });
