/** E-272, E-329. */
export const BACKTEST_ORDERS_PAGE_SIZE = 500;
