/** Where the session remembers which tab of a strategy's page was open (C-175). */
export const MODE_KEY = 'trade_panel_mode';
