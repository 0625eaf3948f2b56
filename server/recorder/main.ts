import { randomUUID } from 'node:crypto';
import { openCcxtSource } from '../exchange/market/ccxt-source.ts';
import { DEFAULT_EXCHANGE } from '../exchange/market/open-feed.ts';
import { systemClock } from '../exchange/surroundings/clock.ts';
import { processLog } from '../log/log.ts';
import { createMetrics, serveMetrics } from '../metrics/metrics.ts';
import { keptKeysOf } from '../tls/key-files.ts';
import { openRecorder } from './recorder.ts';
import { openRecorderDoor } from './recorder-door.ts';
import { recorderFigures } from './recorder-metrics.ts';
import { readRecorderSettings } from './settings.ts';

/** `npm run recorder`: watches an exchange for all others. Here the outer world is handed in: time, environment, signals. */

/** A stop that hangs longer than this ends hard: a line that a kill tears is skipped by who reads the tape. */
const STOP_WITHIN_MS = 5_000;

const log = processLog();

function die(event: string, error: unknown): never {
  log.error(event, { error });
  process.exit(1);
}

async function open(): Promise<() => Promise<void>> {
  const settings = readRecorderSettings(process.env);
  const { RECORDER_HOST: host, RECORDER_PORT: port, DATA_DIR: dataDir, MARKET_EXCHANGE: id } = settings;
  const keys = keptKeysOf(settings, log);
  const source = await openCcxtSource({ id: id ?? DEFAULT_EXCHANGE });
  const { nowMs } = systemClock({ onSetBack: (behindMs) => log.warn('clock-set-back', { behindMs }) });
  const recorder = await openRecorder({ source, dataDir, run: randomUUID(), nowMs, log });
  const door = await openRecorderDoor(recorder, { host, port, keys }, log);
  if (settings.METRICS_PORT !== undefined) {
    const metrics = createMetrics('recorder', dataDir);
    recorderFigures(metrics, recorder);
    await serveMetrics(metrics, settings, log);
  }
  log.info('listening', { port: door.port });
  process.stdout.write(`The recorder listens on ${host}, port ${door.port}\n`);
  return async () => {
    await door.close();
    await recorder.stop();
  };
}

process.on('uncaughtException', (error) => die('uncaught-exception', error));
process.on('unhandledRejection', (error) => die('unhandled-rejection', error));

open().then(
  (close) => {
    const stop = (cause: string) => {
      log.info('stopping', { cause });
      setTimeout(
        () => die('stop-too-slow', new Error(`not stopped within ${STOP_WITHIN_MS} ms`)),
        STOP_WITHIN_MS,
      ).unref();
      close().then(
        () => process.exit(0),
        (error: unknown) => die('stop-failed', error),
      );
    };
    process.once('SIGTERM', () => stop('SIGTERM'));
    process.once('SIGINT', () => stop('SIGINT'));
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    die('start-failed', error);
  },
);
