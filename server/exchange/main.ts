import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { processLog } from '../log/log.ts';
import { createMetrics, serveMetrics } from '../metrics/metrics.ts';
import { keptKeysOf } from '../tls/key-files.ts';
import { openFeed } from './market/open-feed.ts';
import { openExchange, type RunningExchange } from './open-exchange.ts';
import { readSettings } from './settings.ts';
import { StoreInUse } from './store/store-errors.ts';
import { systemClock } from './surroundings/clock.ts';

/** The exchange's process. Here the outer world is handed in: time, randomness, environment, signals. */

/** After a kill, the operating system lets go of the old process's lock within moments. */
const LOCK_PATIENCE_MS = 5_000;
const LOCK_RETRY_MS = 200;
/** A stop that hangs longer than this ends hard: what was acknowledged is on disk anyway. */
const STOP_WITHIN_MS = 5_000;

const log = processLog();
const clock = systemClock({ onSetBack: (behindMs) => log.warn('clock-set-back', { behindMs }) });

/** The state on disk is right; memory is not. The next start loads the disk (crash-only). */
function die(event: string, error: unknown): never {
  log.error(event, { error });
  process.exit(1);
}

async function open(): Promise<RunningExchange> {
  const settings = readSettings(process.env);
  const feed = await openFeed({
    feed: settings.MARKET_FEED,
    marketData: settings.MARKET_DATA,
    dataDir: settings.DATA_DIR,
    exchange: settings.MARKET_EXCHANGE,
    recorder: settings.MARKET_RECORDER,
    keys: () => keptKeysOf(settings, log),
    seed: settings.MARKET_SEED,
    nowMs: clock.nowMs,
    log,
  });
  const metrics = settings.METRICS_PORT === undefined ? null : createMetrics('exchange', settings.DATA_DIR);
  let serving: Promise<void> | undefined;
  // From when it is known whose the store is: until then another exchange may still have the port.
  const showFigures = async () => {
    if (metrics === null) return;
    serving ??= serveMetrics(metrics, settings, log);
    await serving;
  };
  const patientUntil = clock.nowMs() + LOCK_PATIENCE_MS;
  for (;;) {
    try {
      const exchange = await openExchange({
        settings,
        feed,
        clock,
        random: { bytes: (length) => randomBytes(length) },
        log,
        progress: (line) => void process.stdout.write(`${line}\n`),
        metrics,
        onFatal: (error) => die('exchange-broken', error),
        onStandby() {
          log.info('standing-by');
          void showFigures();
        },
      });
      await showFigures();
      return exchange;
    } catch (error) {
      if (!(error instanceof StoreInUse) || clock.nowMs() > patientUntil) throw error;
      await delay(LOCK_RETRY_MS);
    }
  }
}

function stopOn(exchange: RunningExchange): void {
  let isStopping = false;
  const stop = (cause: string) => {
    if (isStopping) return;
    isStopping = true;
    log.info('stopping', { cause });
    setTimeout(
      () => die('stop-too-slow', new Error(`not stopped within ${STOP_WITHIN_MS} ms`)),
      STOP_WITHIN_MS,
    ).unref();
    exchange.stop().then(
      () => process.exit(0),
      (error: unknown) => die('stop-failed', error),
    );
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  process.on('disconnect', () => stop('parent-gone'));
}

process.on('uncaughtException', (error) => die('uncaught-exception', error));
process.on('unhandledRejection', (error) => die('unhandled-rejection', error));
// A parent that ends while the exchange still opens must not leave it behind.
process.once('disconnect', () => setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref());

open().then(
  (exchange) => {
    stopOn(exchange);
    log.info('listening', { port: exchange.port });
    if (process.send) process.send({ ready: true, port: exchange.port });
    else process.stdout.write(`The paper exchange listens on port ${exchange.port}\n`);
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    die('start-failed', error);
  },
);
