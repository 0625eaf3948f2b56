import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import createNextIntlPlugin from 'next-intl/plugin';
import { ANY_LANGUAGE } from './lib/i18n/languages.ts';
import { KIND_FACTS } from './lib/kinds/facts.ts';
import { HELP_PREFIXES } from './lib/strategies/kind-facts.ts';
import {
  FRAMED_HEADERS,
  PUBLIC_PAGE_POLICY,
  SECURITY_HEADERS,
  WORKER_POLICY,
} from './server/content-security-policy.ts';
import { hintFirstScripts } from './server/pages/compile-hints.ts';
import { FRAMED_PAGE } from './server/pages/private-pages.ts';

const withNextIntl = createNextIntlPlugin({
  requestConfig: './lib/i18n/request.ts',
  // Texts are parsed at build time, so that the browser gets no parser of messages (5 kB of the first load).
  experimental: { messages: { path: './messages', format: 'json', locales: 'infer', precompile: true } },
});

const LANG = `:lang(${ANY_LANGUAGE})`;
const KIND = '(?<type>[a-z-]+(?:_[a-z]+)?)';
const ID = '(?<id>[1-9][0-9]{0,14})';
const ANONYMOUS = '(?<anonymous>[0-9a-f]{16})';

/** What the files of a folder are like: late texts and clips are kept for ever under it. */
function versionOf(folder, ending) {
  const hash = createHash('sha256');
  const files = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith(ending));
  for (const file of files.toSorted()) hash.update(file).update(readFileSync(`${folder}/${file}`));
  return hash.digest('hex').slice(0, 12);
}

/** @type {import('next').NextConfig} */
const config = {
  // Parallel builds (tests, benches, a developer's own) must not write into each other's folder.
  distDir: process.env.NEXT_DIST_DIR ?? '.next',
  env: { TEXTS_VERSION: versionOf('messages', '.json'), CLIPS_VERSION: versionOf('public/clips', '.webm') },
  compiler: { runAfterProductionCompile: ({ distDir }) => hintFirstScripts(distDir) },
  // `npm test` builds what its gate has just found sound (tests/all.ts).
  typescript: { ignoreBuildErrors: process.env.TYPES_ARE_CHECKED === '1' },
  poweredByHeader: false,
  reactStrictMode: true,
  // Next hashes the whole page again for every request; kept pages change every half minute anyway.
  generateEtags: false,
  // Shared caches show no page beyond its time: a bot of it may be hidden since (server/bff/answers.ts), and its figures would be older than a minute (H56).
  expireTime: 2,
  serverExternalPackages: ['undici'],
  cacheHandler: fileURLToPath(new URL('./server/pages/page-cache.ts', import.meta.url)),
  // Nothing here is shown through Next's image service, which would resize whatever strangers name: it is off, not only refused at the door.
  images: { unoptimized: true },
  // Next's own memory would keep the pages a second time.
  cacheMaxMemorySize: 0,
  headers: async () => [
    { source: '/:path*', headers: [...SECURITY_HEADERS] },
    { source: `/${LANG}/${FRAMED_PAGE}`, headers: FRAMED_HEADERS },
    // Their address names what they are like (CLIPS_VERSION): others have another.
    {
      source: '/clips/:clip',
      headers: [{ key: 'Cache-Control', value: 'public, max-age=31536000, immutable' }],
    },
    // It shows what it is sent and asks for nothing.
    { source: '/push/worker.js', headers: [{ key: 'Content-Security-Policy', value: WORKER_POLICY }] },
    // The portfolio is the one private page below that address: its policy has the nonce of its request (proxy.ts).
    ...[
      `/${LANG}/strategybot`,
      `/${LANG}/strategybot/:page((?!portfolio$).*)`,
      `/${LANG}/help`,
      `/${LANG}/help/:page(.*)`,
      `/${LANG}/earn/:page(.*)`,
    ].map((source) => ({
      source,
      headers: [{ key: 'Content-Security-Policy', value: PUBLIC_PAGE_POLICY }],
    })),
  ],
  // A kind has one help page; the documented prefix that is not its own leads there (X58).
  redirects: async () =>
    Object.entries(KIND_FACTS).flatMap(([kind, { helpUnder }]) =>
      HELP_PREFIXES.filter((prefix) => prefix !== helpUnder).map((prefix) => ({
        source: `/${LANG}/help/${prefix}/${kind}`,
        destination: `/:lang/help/${helpUnder}/${kind}`,
        permanent: true,
      })),
    ),
  // The visible addresses carry their values in the query, as the documents say. A page that reads its query is
  // rendered for every request; these map them to paths, so that each shared bot is a page that is kept.
  rewrites: async () => ({
    beforeFiles: [
      {
        source: `/${LANG}/strategybot/detail`,
        has: [
          { type: 'query', key: 'id', value: ID },
          { type: 'query', key: 'type', value: KIND },
        ],
        destination: '/:lang/strategybot/detail/:type/:id',
      },
      {
        source: `/${LANG}/strategybot/signaler-detail`,
        has: [{ type: 'query', key: 'anonymous', value: ANONYMOUS }],
        destination: '/:lang/strategybot/signaler/:anonymous',
      },
    ],
    afterFiles: [],
    fallback: [],
  }),
};

export default withNextIntl(config);
