/** The package gives its base class for stores by path only; its types are those that it declares for it. */
declare module 'rate-limiter-flexible/lib/RateLimiterStoreAbstract.js' {
  // biome-ignore lint/style/noDefaultExport: it is how that file exports it.
  export { RateLimiterStoreAbstract as default } from 'rate-limiter-flexible';
}
