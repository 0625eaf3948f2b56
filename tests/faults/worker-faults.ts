import { type Fault, of } from './fault.ts';

const QUEUE = ['tests/unit/exchange-jobs.test.ts'];
const WIRE = ['tests/contract/worker-source.test.ts'];
const DOOR = ['tests/contract/workers.test.ts'];

const queue = of('server/exchange/jobs/job-queue.ts', QUEUE);
const door = of('server/exchange/jobs/job-door.ts', [...DOOR, ...WIRE]);
const days = of('server/exchange/market/price-day.ts', ['tests/unit/exchange-price-days.test.ts']);
const source = of('server/worker/http-source.ts', WIRE);
const counted = of('server/worker/worker-metrics.ts', ['tests/contract/metrics.test.ts']);
const recorded = of('server/recorder/recorder.ts', ['tests/unit/market-recorder.test.ts']);
const lane = of('server/exchange/worker/lane.ts', ['tests/unit/exchange-lane.test.ts']);
const files = of('server/worker/day-files.ts', ['tests/unit/worker-day-files.test.ts']);

/** Of jobs on lease, of the door to them, and of the days of prices that workers keep. */
export const WORKER_FAULTS: readonly Fault[] = [
  queue('    entry.lease.untilMs = this.clock.nowMs() + LEASE_MS;\n', ''),
  queue('if (part < entry.parts) return true;', ''),
  queue('else if (entry.lost >= MOST_LOST)', 'else if (entry.lost > MOST_LOST)'),
  queue('entry.givenBack >= MOST_GIVEN_BACK', 'entry.givenBack > MOST_GIVEN_BACK'),
  queue('if (isLong && entry.givenBack', 'if (entry.givenBack'),
  door('jobs.fail(tokenOf(request), ANSWER_TOO_LONG);', ''),
  source('if (body.length > MOST_ANSWER) throw', 'if (body.length === 0) throw'),
  source('MALFORMED.has(status) ? new NotTaken(textOf(bytes)) : ', ''),
  lane('    if (cause instanceof NotTaken) throw cause;\n', ''),
  queue('if (claimer.isReserve && othersWork) continue;', ''),
  queue('if (lease.deadlineMs < nowMs)', 'if (lease.deadlineMs < 0)'),
  queue('if (!isReserve) this.othersHeardMs', 'this.othersHeardMs'),
  door('if (!isSame(', "if (key === '' && isSame("),
  door('if (wish.version !== version)', "if (wish.version === '')"),
  door('if (keepAs !== null && toMs === dayMs + DAY_MS)', 'if (keepAs !== null)'),
  days('?? fromMs - funding.intervalMs - 1', '?? Number.NEGATIVE_INFINITY'),
  days('candles[name].subarray(skipped)', 'candles[name]'),
  source('if (!isWhole) throw new Error', 'if (bytes.length === 0) throw new Error'),
  source('if (word !== null) keep(', "if (word === '') keep("),
  source('      onNotKept(error);', '      throw error;'),
  source('if (at === asks) at =', 'at ='),
  lane('if (present.isOver || present.isSaid) return;', 'if (present.isOver) return;'),
  lane('if (!present.isSaid) await thread.end();', 'await thread.end();'),
  lane('      present.isSaid = isLast;\n', '      present.isSaid = true;\n'),
  files('        rmSync(part, { force: true });\n', ''),
  files('!digestOf(day).equals(bytes.subarray(0, DIGEST_BYTES))', 'day.length === 0'),
  counted("      over(token, 'failed');\n", ''),
  counted("else if (isLast) over(token, 'done');", ''),
  counted('    begun.delete(token);\n', ''),
  recorded('nowMs - (minute + 1) * MINUTE_MS', 'nowMs - minute * MINUTE_MS'),
];
