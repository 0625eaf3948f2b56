import 'server-only';
import { randomBytes, randomUUID } from 'node:crypto';
import product from '../../package.json' with { type: 'json' };
import { passedAddress } from '../door/passed-address.ts';
import { processLog } from '../log/log.ts';
import { sharedHiddenBots } from '../pages/hidden-bots.ts';
import { openReplica } from '../read-replica/replica.ts';
import { withReadReplica } from '../read-replica/with-read-replica.ts';
import { createDeviceKeeper } from '../session/device-cookie.ts';
import { createSessionKeeper } from '../session/session.ts';
import { env, publicUrl, sessionSecret } from '../settings/env.ts';
import { keptKeysOf } from '../tls/key-files.ts';
import { withDocumentedCalls } from '../upstream/documented-upstream.ts';
import { createUpstream } from '../upstream/upstream.ts';
import type { Upstream } from '../upstream/upstream-call.ts';
import { type Bff, createBff } from './bff.ts';
import { HiddenWatch } from './hidden-watch.ts';
import { bffLog } from './log.ts';

/** The web process's own BFF and upstream, made at the first call so that a build needs no configuration. */

let upstream: Upstream | undefined;
let bff: Bff | undefined;

export function runningUpstream(): Upstream {
  if (upstream !== undefined) return upstream;
  const { UPSTREAM_URL: urls, UPSTREAM_TIMEOUT_MS: deadlineMs, READ_URL: replica } = env();
  if (urls === undefined)
    throw new Error('UPSTREAM_URL is not set: start the product with npm start, which starts the paper exchange');
  const log = processLog();
  const keys = keptKeysOf(env(), log);
  const moved = (to: string) => log.info('upstream-moved', { to: new URL(to).host });
  upstream = withReplicaOf(
    replica,
    withDocumentedCalls(createUpstream({ urls, deadlineMs, keys, moved }), Date.now, deadlineMs),
  );
  watchHidden(upstream);
  return upstream;
}

declare global {
  var strategybotHiddenWatch: HiddenWatch | undefined;
}

/** Once in this process, whichever of Next's bundles asks first. */
function watchHidden(exchange: Upstream): void {
  if (globalThis.strategybotHiddenWatch !== undefined) return;
  globalThis.strategybotHiddenWatch = new HiddenWatch(exchange, sharedHiddenBots());
  globalThis.strategybotHiddenWatch.start();
}

/** The exchange, with what READ_URL has of it, if anything. */
function withReplicaOf(url: string | undefined, exchange: Upstream): Upstream {
  if (url === undefined) return exchange;
  const log = processLog();
  return withReadReplica(exchange, {
    replica: openReplica(url),
    nowMs: Date.now,
    onState: (isAnswering, error) =>
      isAnswering ? log.info('read-replica-answers') : log.warn('read-replica-silent', { error }),
  });
}

export function runningBff(): Bff {
  if (bff !== undefined) return bff;
  const cookies = { secret: sessionSecret(), isSecure: !env().INSECURE_COOKIE, nowMs: Date.now };
  bff = createBff({
    upstream: runningUpstream(),
    session: createSessionKeeper(cookies),
    device: createDeviceKeeper({ ...cookies, random: randomBytes }),
    doorKey: env().DOOR_KEY ?? null,
    isCertified: env().TLS_CERT !== undefined,
    addressOf: passedAddress,
    hidden: sharedHiddenBots(),
    log: bffLog(processLog()),
    newRequestId: randomUUID,
    version: product.version,
    publicOrigin: new URL(publicUrl()).origin,
    nowMs: Date.now,
  });
  return bff;
}
