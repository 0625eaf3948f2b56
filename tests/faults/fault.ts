/** A mistake that somebody could make: `is` must stand exactly once in the file and is read as `becomes`. */
export interface Fault {
  readonly file: string;
  readonly is: string;
  readonly becomes: string;
  readonly tests: readonly string[];
}

/** Faults of one file, which these tests have to catch. */
export const of =
  (file: string, tests: readonly string[]) =>
  (is: string, becomes: string): Fault => ({ file, is, becomes, tests });
