import type { Bff } from './bff.ts';

declare global {
  var strategybotCalls: Bff | undefined;
}

/**
 * How the built web server reaches the BFF that Next has loaded (call-front.ts): one BFF in the process, whoever it is asked
 * by. Next loads its files apart from ours, so the two meet in the global object.
 */
export function offerCalls(bff: Bff): void {
  globalThis.strategybotCalls = bff;
}

/** undefined before Next has loaded the calls' route. */
export function offeredCalls(): Bff | undefined {
  return globalThis.strategybotCalls;
}
