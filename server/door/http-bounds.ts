import type { ServerOptions } from 'node:http';

/** How the web server listens: who sends slower than this is cut, and a connection that nothing comes from. */
export const HTTP_BOUNDS = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 15_000,
  connectionsCheckingInterval: 2_000,
  // Nothing here is upgraded; Next listens for upgrades by itself, and such requests would reach it past the door.
  shouldUpgradeCallback: () => false,
} as const satisfies ServerOptions;
