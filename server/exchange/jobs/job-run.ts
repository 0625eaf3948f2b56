/** A job that nobody wants any more. */
export class JobOver extends Error {
  override name = 'JobOver';
}

/** How a job is followed and ended while it runs. */
export interface JobRun {
  readonly isOver: () => boolean;
  /** Part that is done, 0…1. */
  readonly onProgress: (part: number) => void;
}
