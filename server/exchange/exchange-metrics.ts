import { CODE } from '#lib/contract/vocabulary.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { databaseFigures } from './database-figures.ts';
import type { AnyReply, Dispatch } from './http/dispatch.ts';
import type { FlowMeter } from './http/flow.ts';
import { routeOf } from './http/routes.ts';
import type { JobMeter, JobQueue } from './jobs/job-queue.ts';
import type { MarketFeed } from './market/feed.ts';
import type { BotExchange, ExchangeParts } from './parts/exchange-parts.ts';
import type { ExchangeSettings } from './settings.ts';
import type { Store } from './store/store.ts';
import type { Clock } from './surroundings/clock.ts';

/** Counts and times every call that was read whole by its name in the contract and the code of its answer. */
export function measuredDispatch(dispatch: Dispatch, metrics: Metrics): Dispatch {
  const seconds = metrics.seconds('call_seconds', 'Calls of the contract by name and code', 'call', 'code');
  return async (call) => {
    const began = metrics.nowMs();
    const routed = routeOf(call.method, call.url.split('?')[0] ?? '');
    const name = typeof routed === 'string' ? routed : routed.name;
    let code = 'bug';
    try {
      const reply = await dispatch(call);
      code = codeOf(reply);
      return reply;
    } finally {
      seconds.observe({ call: name, code }, (metrics.nowMs() - began) / 1_000);
    }
  };
}

function codeOf(reply: AnyReply): string {
  return 'code' in reply ? String(reply.code) : String(CODE.ok);
}

/** Times every turn, from when it was handed over to the disk's word. */
export function measuredStore(store: Store, metrics: Metrics): Store {
  const seconds = metrics.seconds(
    'turn_seconds',
    'Turns of the sequencer, from when they were computed until the disk had them',
  );
  return {
    ...store,
    async commit(batch) {
      const began = metrics.nowMs();
      await store.commit(batch);
      seconds.observe((metrics.nowMs() - began) / 1_000);
    },
  };
}

/** Times every tick, from when it was due to the disk's word. */
export function tickTimer(metrics: Metrics): (lateMs: number) => void {
  const seconds = metrics.seconds('tick_late_seconds', 'From when a market tick was due until the disk had it');
  return (lateMs) => seconds.observe(Math.max(0, lateMs) / 1_000);
}

/** Counts what event streams were sent, and what was taken from slow readers. */
export function flowMeter(metrics: Metrics): FlowMeter {
  const bytes = metrics.counter('event_bytes_total', 'Bytes sent over event streams');
  const dropped = metrics.counter('event_drops_total', 'Slow readers: cut, or told of a gap', 'cause');
  return { sent: (length) => bytes.inc(length), dropped: (cause) => dropped.inc({ cause }) };
}

/** Counts how jobs end, and those that another worker takes again. */
export function jobMeter(metrics: Metrics): JobMeter {
  const ended = metrics.counter('jobs_total', 'Jobs of workers that are over, by how they ended', 'how');
  const again = metrics.counter('jobs_taken_again_total', 'Jobs whose worker was lost, or gave them back');
  return { ended: (how) => ended.inc({ how }), takenAgain: () => again.inc() };
}

/** Jobs that are not over. */
export function jobFigures(metrics: Metrics, jobs: Pick<JobQueue, 'state'>): void {
  metrics.figure('jobs_waiting', 'Jobs that no worker has taken', () => jobs.state().waiting);
  metrics.figure('jobs_oldest_seconds', 'How long the oldest of them has waited', () => jobs.state().oldestMs / 1_000);
  metrics.figure('jobs_leased', 'Jobs that a worker has', () => jobs.state().leased);
}

/** What the parts of an exchange count by. */
export function partMeters(metrics: Metrics): Required<Pick<ExchangeParts, 'onTick' | 'flowMeter' | 'jobMeter'>> {
  return { onTick: tickTimer(metrics), flowMeter: flowMeter(metrics), jobMeter: jobMeter(metrics) };
}

export interface RoleMeter {
  /** Another exchange has the store, or its database waits for a standby: this one waits for it. */
  standsBy(): void;
  /** While it waits: whether it reaches the database. */
  reaches(isReached: boolean): void;
  /** The database waits for a synchronous standby, or does no longer. */
  standsStill(isOn: boolean): void;
  hasStore(store: Pick<Store, 'position'>): void;
}

interface RoleParts {
  readonly feed: Pick<MarketFeed, 'newestMs'>;
  readonly clock: Clock;
  readonly settings: Pick<ExchangeSettings, 'STORE_URL'>;
}

/**
 * What an exchange is, from before it has the store: whether it stands by, with prices how old, and whether the store waits; and from when it
 * has it, what stands behind that.
 */
export function roleFigures(metrics: Metrics, { feed, clock, settings }: RoleParts): RoleMeter {
  let isStandby = false;
  let isReached = true;
  let isStill = false;
  let store: Parameters<RoleMeter['hasStore']>[0] | null = null;
  const help =
    '1 = another exchange has the store, or its database waits: this one waits for it and reaches the database';
  metrics.figure('stands_by', help, () => Number(isStandby && isReached));
  metrics.figure('store_epoch', 'Openings of the store, with this one; 0 = it has no store', () =>
    store === null ? 0 : store.position.epoch,
  );
  metrics.figure('store_waits', '1 = turns wait for a synchronous standby of the database, and none answers', () =>
    Number(isStill),
  );
  metrics.figure('market_age_seconds', 'Age of the newest price; 0 where prices are known of every moment', () => {
    const nowMs = clock.nowMs();
    return Math.max(0, nowMs - (feed.newestMs?.() ?? nowMs)) / 1_000;
  });
  return {
    standsBy() {
      isStandby = true;
    },
    reaches(next) {
      isReached = next;
    },
    standsStill(isOn) {
      isStill = isOn;
    },
    hasStore(opened) {
      isStandby = false;
      store = opened;
      if (settings.STORE_URL !== undefined) databaseFigures(metrics, settings.STORE_URL);
    },
  };
}

/** What there is of bots, streams and jobs. */
export function botFigures(
  metrics: Metrics,
  { running, events, jobs }: Pick<BotExchange, 'running' | 'events' | 'jobs'>,
): void {
  metrics.figure('running_bots', 'Bots that have not ended', running);
  metrics.figure('event_streams', 'Open event streams', () => events.count);
  jobFigures(metrics, jobs);
}
