/**
 * The time in which clips are recorded. The simulated market and the demo world are made of their seed and of the time, so the same moment gives the
 * same prices and the same bots each time. Loaded before everything else in each of the product's processes (NODE_OPTIONS), and run in its pages.
 */
export const RECORDED_AT = Date.UTC(2026, 10, 20, 10, 30);

/** How far the time of a recording that begins now is from the machine's; for all of its processes the same. */
export const SHIFT_NAME = 'CLIP_CLOCK_SHIFT_MS';

export function shiftClock(shiftMs: number): void {
  const Machine = Date;
  const now = (): number => Machine.now() + shiftMs;
  globalThis.Date = new Proxy(Machine, {
    construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [now()] : args, made),
    get: (target, name, made) => (name === 'now' ? now : Reflect.get(target, name, made)),
  });
}

if (typeof process !== 'undefined' && process.env[SHIFT_NAME] !== undefined)
  shiftClock(Number(process.env[SHIFT_NAME]));
