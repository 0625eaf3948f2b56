import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join, matchesGlob } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { databaseFigures } from '#server/exchange/database-figures.ts';
import type { JobSource } from '#server/exchange/jobs/job.ts';
import { EXCHANGE_ENV_NAMES, readSettings } from '#server/exchange/settings.ts';
import { createMetrics } from '#server/metrics/metrics.ts';
import { measured } from '#server/metrics/web-metrics.ts';
import { recorderFigures } from '#server/recorder/recorder-metrics.ts';
import { RECORDER_ENV_NAMES } from '#server/recorder/settings.ts';
import { ENV_NAMES, readEnv } from '#server/settings/env.ts';
import { ROLES } from '#server/tls/keyed-server.ts';
import { readWorkerSettings, WORKER_ENV_NAMES } from '#server/worker/settings.ts';
import { exchangeFigure, measuredSource } from '#server/worker/worker-metrics.ts';
import product from '../../package.json' with { type: 'json' };
import { type PaperExchange, startPaperExchange } from '../support/paper-exchange.ts';

/** PostgreSQL's clients in the releases of Debian. */
const CLIENTS_OF_DEBIAN: Readonly<Record<string, number>> = { bookworm: 15, trixie: 17 };

/** What operators start from (server/operations) fits the program: there is no Docker here to try it in. */

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'server/operations');
const text = (name: string): string => readFileSync(join(folder, name), 'utf8');

interface Service {
  readonly image: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly volumes?: readonly string[];
  readonly read_only?: boolean;
  readonly tmpfs?: readonly string[];
  readonly depends_on?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
}

const compose = parse(text('compose.yaml'), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, null>>;
};
const services = Object.entries(compose.services);
const ours = services.filter(([, { image }]) => image === 'strategybot');

/** What the variables in the file stand for. */
function filled(environment: Service['environment'] = {}): Record<string, string> {
  const fill = (value: string) =>
    value.replace(/\$\{(\w+)(?::\?|:-([^}]*))?\}/g, (_, name, given) => given ?? `${name}-of-24-characters-and-more`);
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, fill(String(value))]));
}

describe('the compose file', () => {
  it('has what the operators’ page says: two web servers, two exchanges, a worker, a database with two standbys', () => {
    expect(ours.map(([name]) => name)).toEqual(['web-a', 'web-b', 'exchange-a', 'exchange-b', 'worker']);
    for (const name of ['postgres-b', 'postgres-c'])
      expect(compose.services[name]?.environment?.STANDBY_NAME).toBe(name.replace('-', '_'));
  });

  it('runs commands of package.json and sets what the program reads', () => {
    const known = new Set([...ENV_NAMES, ...EXCHANGE_ENV_NAMES, ...WORKER_ENV_NAMES, ...RECORDER_ENV_NAMES]);
    for (const [name, { command = [], environment = {} }] of ours) {
      const [npm, run, , script = ''] = command;
      expect([name, npm, run]).toEqual([name, 'npm', 'run']);
      expect(Object.keys(product.scripts)).toContain(script);
      expect(Object.keys(environment).filter((variable) => !known.has(variable))).toEqual([]);
    }
  });

  it('is a configuration that starts: the program reads it without a complaint', () => {
    for (const name of ['web-a', 'web-b'])
      expect(readEnv(filled(compose.services[name]?.environment)).UPSTREAM_URL).toHaveLength(2);
    for (const name of ['exchange-a', 'exchange-b'])
      expect(readSettings(filled(compose.services[name]?.environment)).EXCHANGE_HOST).toBe('0.0.0.0');
    expect(readWorkerSettings(filled(compose.services.worker?.environment)).EXCHANGE_URL).toHaveLength(2);
  });

  it('gives every process the key of its role, that everybody knows the door key, and names hosts that there are', () => {
    for (const [name, { environment = {}, volumes = [] }] of ours) {
      const role = name.split('-')[0] as string;
      expect([...ROLES, 'exchange']).toContain(role);
      expect(environment).toMatchObject({
        TLS_CERT: `/keys/${role}.crt`,
        TLS_KEY: `/keys/${role}.key`,
        TLS_CA: '/keys/ca.crt',
      });
      const keys = volumes.filter((volume) => volume.includes('/keys/'));
      expect(keys.map((volume) => volume.split(':')[1]).sort()).toEqual(
        [`/keys/ca.crt`, `/keys/${role}.crt`, `/keys/${role}.key`].sort(),
      );
      const hosts = Object.values(environment).flatMap((value) =>
        [...String(value).matchAll(/@?\b((?:exchange|postgres)-[a-z]+):\d+/g)].map(([, host]) => host),
      );
      expect(hosts.filter((host) => compose.services[host as string] === undefined)).toEqual([]);
    }
    for (const [name, { environment = {} }] of ours)
      if (name !== 'worker') expect(environment.DOOR_KEY).toBe(`\${DOOR_KEY:?}`);
  });

  it('says how its keys are made: for every host that is asked, and owned by whom its container runs as', () => {
    const [, words = ''] = /npm run keys -- (.*)/.exec(text('compose.yaml')) ?? [];
    const named = (name: string) => services.map(([service]) => service).filter((one) => one.startsWith(`${name}-`));
    expect(words.split(' ').slice(1)).toEqual([
      ...named('exchange'),
      ...named('postgres').flatMap((host) => ['--database', host]),
    ]);
    const given = [...(/chown.*/.exec(text('compose.yaml'))?.[0] ?? '').matchAll(/[a-z]+\.key/g)].map(([key]) => key);
    const mounted = services.flatMap(([, { volumes = [] }]) =>
      volumes.flatMap((one) => /[a-z]+\.key$/.exec(one.replace(/:.*/, '')) ?? []),
    );
    expect(given.sort()).toEqual([...new Set(mounted)].sort());
  });

  it('mounts files that there are, but for the keys, which are made, and volumes that it names', () => {
    for (const [, { volumes = [], depends_on: needed = [] }] of services) {
      for (const volume of volumes) {
        const [from = ''] = volume.split(':');
        if (from.startsWith('./keys/')) continue;
        if (from.startsWith('./')) expect(statSync(join(folder, from))).toBeTruthy();
        else expect(Object.keys(compose.volumes)).toContain(from);
      }
      for (const name of needed) expect(Object.keys(compose.services)).toContain(name);
    }
  });

  it('gives every process a data folder that it may write to', () => {
    for (const [name, { environment = {}, volumes = [], read_only: isReadOnly, tmpfs = [] }] of ours) {
      const writable = [...volumes.filter((one) => !one.endsWith(':ro')).map((one) => one.split(':')[1]), ...tmpfs];
      const written = name === 'worker' ? environment.WORKER_CACHE : (environment.DATA_DIR ?? '/data');
      expect([name, isReadOnly]).toEqual([name, true]);
      expect(writable.some((place) => `${written}/`.startsWith(`${place}/`))).toBe(true);
    }
  });

  it('names scripts that there are in its checks', () => {
    for (const [, { healthcheck }] of services)
      for (const word of healthcheck?.test ?? [])
        if (word.endsWith('.ts')) expect(statSync(join(root, word)).isFile()).toBe(true);
  });
});

describe('the image', () => {
  const lines = text('Dockerfile').split('\n');

  it('is built by the commands of npm run up, and runs as somebody who may write nowhere but into its data', () => {
    const steps = readFileSync(join(root, 'server/up.sh'), 'utf8').match(/\. server\/[\w-]+\.sh/g) ?? [];
    expect(steps.length).toBeGreaterThan(1);
    const built = lines.find((line) => line.includes('server/install.sh')) ?? '';
    expect(built.match(/\. server\/[\w-]+\.sh/g)).toEqual(steps);
    expect(lines.filter((line) => line.startsWith('FROM ')).length).toBe(2);
    const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
    expect(last.some((line) => line.startsWith('USER ') && line !== 'USER root')).toBe(true);
    expect(last.find((line) => line.startsWith('COPY '))).toContain('--chown=root:root');
    const { context, dockerfile } = ours[0]?.[1].build ?? { context: '', dockerfile: '' };
    expect(statSync(join(folder, context, dockerfile)).isFile()).toBe(true);
  });

  it('has clients of the database that are as new as the servers of the compose file: an older pg_dump copies none', () => {
    const debian = /^FROM node:24-(\w+)-slim$/.exec(lines.findLast((line) => line.startsWith('FROM ')) ?? '')?.[1];
    const clients = CLIENTS_OF_DEBIAN[debian ?? ''];
    const servers = services.flatMap(([, { image }]) => /^postgres:(\d+)/.exec(image)?.[1] ?? []);
    expect(servers.length).toBe(3);
    for (const server of servers) expect(Number(server)).toBeLessThanOrEqual(clients ?? 0);
  });

  it('takes along all that the repository has, and nothing of ours is copied or run that is not in it', () => {
    const left = text('Dockerfile.dockerignore').split('\n').filter(Boolean);
    const isLeft = (path: string): boolean =>
      path.split('/').some((_, at, parts) => left.some((one) => matchesGlob(parts.slice(0, at + 1).join('/'), one)));
    expect(['.next/BUILD_ID', 'node_modules/zod/package.json', 'server/operations/.env'].filter(isLeft)).toHaveLength(
      3,
    );
    const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
    expect(tracked.filter(isLeft)).toEqual([]);
    const copied = lines.flatMap((line) => /^COPY (?!--from)(.*) \S+$/.exec(line)?.[1]?.split(' ') ?? []);
    expect(copied).toEqual(['.']);
    const scripts = lines.flatMap((line) => line.match(/[\w-]+(?:\/[\w.-]+)*\.(?:sh|ts|mjs)\b/g) ?? []);
    for (const script of scripts) expect(tracked).toContain(script);
    const [, ...command] = JSON.parse(/^CMD (.*)$/m.exec(text('Dockerfile'))?.[1] ?? '[]') as string[];
    expect(Object.keys(product.scripts)).toContain(command.at(-1));
  });

  it('needs at run time no package of development, which it takes away again, and nothing of the tests', () => {
    const known = new Set([...Object.keys(product.dependencies), ...builtinModules]);
    const taken = sourcesOf([
      'server',
      'lib',
      'components',
      'app',
      'next.config.mjs',
      'proxy.ts',
      'postcss.config.mjs',
    ]);
    const wrong = taken.flatMap(({ path, from }) => {
      if (from.startsWith('#tests/') || /^\.\.?\/.*\btests\//.test(from)) return [`${path}: ${from}`];
      const [first = '', second = ''] = from.split('/');
      const name = first.startsWith('@') ? `${first}/${second}` : first;
      const isOther = name.startsWith('node:') || name.startsWith('.') || name.startsWith('#') || known.has(name);
      return isOther ? [] : [`${path}: ${from}`];
    });
    expect(wrong).toEqual([]);
    expect(taken.length).toBeGreaterThan(1_000);
  });

  it('leaves out what belongs to this machine and its secrets', () => {
    const left = text('Dockerfile.dockerignore').split('\n');
    for (const name of ['node_modules', '.next*', '.data*', '**/.env*', 'server/operations/keys', '.git'])
      expect(left).toContain(name);
  });
});

/** What files import when they run; types are nothing then. */
function sourcesOf(places: readonly string[]): readonly { readonly path: string; readonly from: string }[] {
  const paths = places.flatMap((place) => {
    if (!statSync(join(root, place)).isDirectory()) return [place];
    return readdirSync(join(root, place), { recursive: true, encoding: 'utf8' }).map((name) => join(place, name));
  });
  const IMPORT = /^(?:import|export)(?! type\b)[^'";]*?from '([^']+)'|^import '([^']+)'|\bimport\('([\w@#.:/-]+)'\)/gm;
  return paths
    .filter((path) => /\.(?:ts|tsx|mjs)$/.test(path))
    .flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(IMPORT)].map(([, a, b, c]) => ({
        path,
        from: a ?? b ?? c ?? '',
      })),
    );
}

describe('figures that are watched', () => {
  let exchange: PaperExchange;
  const there = new Set<string>();
  const typesIn = (figures: string) => [...figures.matchAll(/^# TYPE (\w+) (\w+)$/gm)];

  beforeAll(async () => {
    exchange = await startPaperExchange({ METRICS_PORT: '0', WORLD_BOTS: '0', DEMO_BOTS: '0' });
    const port = /"event":"metrics","port":(\d+)/.exec(exchange.output())?.[1];
    const web = createMetrics('web', tmpdir());
    measured(async () => {}, web);
    // Of an exchange whose store is in PostgreSQL, whether that answers or not.
    const database = createMetrics('exchange', tmpdir());
    const { close } = databaseFigures(database, 'postgres://127.0.0.1:1/none');
    const [worker, recorder] = [createMetrics('worker', tmpdir()), createMetrics('recorder', tmpdir())];
    measuredSource({} as JobSource, worker);
    exchangeFigure(worker, () => true);
    recorderFigures(recorder, { ages: () => ({ priceMs: 0, candleMs: 0 }) });
    for (const figures of [
      await (await fetch(`http://127.0.0.1:${port}/metrics`)).text(),
      await web.registry.metrics(),
      await database.registry.metrics(),
      await worker.registry.metrics(),
      await recorder.registry.metrics(),
    ]) {
      for (const [, name = '', type] of typesIn(figures)) {
        for (const ending of type === 'histogram' ? ['_bucket', '_count', '_sum'] : ['']) there.add(name + ending);
      }
    }
    await close();
  });
  afterAll(async () => void (await exchange.stop()));

  const NAME = /\b(?:strategybot|nodejs|process)_[a-z0-9_]+/g;
  const boards = readdirSync(join(folder, 'grafana')).filter((name) => name.endsWith('.json'));
  const watched = ['prometheus/alerts.yml', ...boards.map((name) => `grafana/${name}`)];

  it.each(watched)('exist: %s', (name) => {
    const expressions = name.endsWith('.json')
      ? panelsOf(name).flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
      : (parse(text(name)) as Alerts).groups.flatMap(({ rules }) => rules.map(({ expr }) => expr));
    const names = new Set(expressions.flatMap((expression) => expression.match(NAME) ?? []));
    expect(names.size).toBeGreaterThan(5);
    expect([...names].filter((one) => !there.has(one))).toEqual([]);
  });

  it('none of ours is left out of the boards', () => {
    const shown = boards.map((name) => text(`grafana/${name}`)).join();
    const families = [...there].filter((one) => one.startsWith('strategybot_') && !/_(?:count|sum)$/.test(one));
    expect(
      families.filter((one) => !shown.includes(one) && !shown.includes(one.replace(/_bucket$/, '_count'))),
    ).toEqual([]);
  });

  it('every panel says what it shows, and no two stand in one place', () => {
    for (const name of boards) {
      const panels = panelsOf(`grafana/${name}`);
      expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
      expect(new Set(panels.map(({ gridPos: { x, y } }) => `${x} ${y}`)).size).toBe(panels.length);
      for (const { type, description, title } of panels)
        if (type !== 'row') expect([title, (description?.length ?? 0) > 10]).toEqual([title, true]);
    }
  });

  it('are asked for where the compose file has them', () => {
    const jobs = parse(text('prometheus/prometheus.yml'), { merge: true }) as Jobs;
    for (const { job_name: job, static_configs: targets, tls_config: tls } of jobs.scrape_configs) {
      for (const host of targets.flatMap((one) => one.targets)) {
        const [name = '', port] = host.split(':');
        expect(compose.services[name]?.environment).toMatchObject({
          METRICS_HOST: '0.0.0.0',
          METRICS_PORT: Number(port),
        });
      }
      // By the name of its role's certificate; exchanges and the recorder have one of hosts.
      expect(tls.server_name).toBe(job === 'web' || job === 'worker' ? job : 'localhost');
    }
  });

  function panelsOf(name: string): readonly Panel[] {
    return (JSON.parse(text(name)) as { readonly panels: readonly Panel[] }).panels;
  }
});

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly gridPos: { readonly x: number; readonly y: number };
  readonly targets?: readonly { readonly expr: string }[];
}

interface Alerts {
  readonly groups: readonly { readonly rules: readonly { readonly expr: string }[] }[];
}

interface Jobs {
  readonly scrape_configs: readonly {
    readonly job_name: string;
    readonly static_configs: readonly { readonly targets: readonly string[] }[];
    readonly tls_config: { readonly server_name: string };
  }[];
}
