/** Pages by what follows the language in their address that are drawn for each request: a trader's own, and those with a form of credentials. */
export const PRIVATE_PAGES: readonly string[] = [
  'trade',
  'futures',
  'login',
  'register',
  'account',
  'auto-investment',
  'strategybot/portfolio',
];

/** The one page that may stand in a frame, of ours alone: redemption (E-013). */
export const FRAMED_PAGE = 'auto-investment/redeem';
