/** Most ticks that a backtest may ask for beyond a resting order. Apart from its schema: the dialog that asks for them loads none. */
export const MAX_THROUGH_TICKS = 1_000;
