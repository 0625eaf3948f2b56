import { Agent } from 'undici';
import { LANES } from '../exchange/jobs/job.ts';
import { programVersion } from '../exchange/jobs/program-version.ts';
import { startLane } from '../exchange/worker/lane.ts';
import { errorText } from '../log/error-text.ts';
import { processLog } from '../log/log.ts';
import { createMetrics, serveMetrics } from '../metrics/metrics.ts';
import { keptKeysOf } from '../tls/key-files.ts';
import { keyedConnector } from '../tls/keyed-connector.ts';
import { openDayFiles } from './day-files.ts';
import { httpSource } from './http-source.ts';
import { readWorkerSettings } from './settings.ts';
import { exchangeFigure, measuredSource } from './worker-metrics.ts';

/** A worker's process: does the exchange's long computations, on whichever machine it is started. It keeps nothing but days of prices. */

const MB = 1024 * 1024;
const HOLD_MS = 60_000;
const STOP_WITHIN_MS = 5_000;

const log = processLog();

function start(): void {
  const settings = readWorkerSettings(process.env);
  const { EXCHANGE_URL: urls, WORKER_KEY: key, WORKER_CACHE: folder, WORKER_CACHE_MB: mb } = settings;
  const version = programVersion();
  const dispatcher = new Agent({ connect: keyedConnector(keptKeysOf(settings, log)) });
  const kept = openDayFiles(folder, mb * MB);
  let hasToldNotKept = false;
  const onNotKept = (error: unknown): void => {
    // Every day that follows meets the same disk.
    if (!hasToldNotKept) log.warn('days-not-kept', { folder, error });
    hasToldNotKept = true;
  };
  const plain = httpSource({ urls, key, version, dispatcher, kept, onNotKept });
  const metrics = settings.METRICS_PORT === undefined ? null : createMetrics('worker', folder);
  const source = metrics === null ? plain : measuredSource(plain, metrics);
  let told = '';
  const onSourceLost = (error: unknown): void => {
    const sentence = errorText(error);
    // Every lane hears the same.
    if (sentence !== told) log.warn('exchange-lost', { reason: sentence });
    told = sentence;
  };
  const onSourceFound = (): void => {
    if (told !== '') log.info('exchange-found');
    told = '';
  };
  if (metrics !== null) {
    exchangeFigure(metrics, () => told === '');
    void serveMetrics(metrics, settings, log);
  }
  const lanes = LANES.map((lane) => startLane({ lane, source, onSourceLost, onSourceFound }));
  // Nothing of a lane keeps the process alive while it waits.
  const holding = setInterval(() => {}, HOLD_MS);
  log.info('working', { exchange: urls, version });

  let isStopping = false;
  function stop(): void {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    clearInterval(holding);
    Promise.all(lanes.map((lane) => lane.stop())).then(
      () => process.exit(0),
      () => process.exit(1),
    );
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop);
  // Started by another process of ours, it does not outlive that.
  process.on('disconnect', stop);
}

try {
  start();
} catch (error) {
  log.error('start-failed', { error });
  process.exit(1);
}
