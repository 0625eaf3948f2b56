/** Words of sell high (`call`) and buy low (`put`). The documents spell them (E-002, E-111). */
export const DUAL_TYPES = ['call', 'put'] as const;

export const DUAL_STATUSES = [
  'INIT',
  'PROCESSING',
  'SETTLEMENT_PROCESSING',
  'SETTLEMENT_SUCCESS',
  'FAILED',
  'CANCELED',
] as const;
export type DualStatus = (typeof DUAL_STATUSES)[number];

/** What a list is asked for: `PROCESSING` is all that has not ended (E-142: INIT and SETTLEMENT_PROCESSING too), `SETTLEMENT_SUCCESS` all that has. */
export const DUAL_LISTS = ['PROCESSING', 'SETTLEMENT_SUCCESS'] as const satisfies readonly DualStatus[];
export type DualList = (typeof DUAL_LISTS)[number];

/** The capability (H61) of an exchange that tells offers and takes orders; lists, settings and the cancel are documented. */
export const DUAL_OFFERS = 'dual_offers';
