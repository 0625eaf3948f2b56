/** Pages by what follows the language in their address that are drawn for each request: a trader's own, and those with a form of credentials. */
export const PRIVATE_PAGES: readonly string[] = [
  'trade',
  'futures',
  'login',
  'register',
  'account',
  'strategybot/portfolio',
];
