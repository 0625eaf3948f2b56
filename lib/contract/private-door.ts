/** What the processes of one product say to each other beside the contract: whether an exchange lives, has the store, and has jobs. */

/** Whether the process lives, and whether it answers calls: for whoever watches over it. */
export const LIVE_PATH = '/health/live';
export const READY_PATH = '/health/ready';
/** Says of an answer whether the exchange that gave it has the store, `active`, or waits for it and has looked at nothing, `standby`. */
export const STATE_HEADER = 'x-exchange-state';
/** Where the calls of workers are: theirs alone, and all that they may ask for. */
export const JOB_PATH = '/worker/';
