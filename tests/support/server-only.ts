/** Stands in for the `server-only` package, which throws outside a React server build. */
export const isServer = true;
