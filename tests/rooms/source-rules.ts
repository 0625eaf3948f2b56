import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { STRATEGY_TYPES } from '#lib/contract/vocabulary.ts';
import { BODY_RULES } from './body-rules.ts';
import { castsOutside, loweredBorders } from './casts.ts';
import { undeclaredFields } from './declared-fields.ts';
import { lostKinds } from './kind-maps.ts';
import { longFunctions } from './long-functions.ts';
import { ONE_WORD_REMEDY, secondWords } from './one-word.ts';
import { linesMatching, type SourceRule } from './source-rule.ts';
import { lineOf } from './syntax.ts';

const PURE = /^lib\/(money|time|contract|formulas|indicators|engine|kinds|backtest|strategies)\//;
/** The exchange's composition root and its clock are where time and chance come in. */
const WHERE_TIME_ENTERS = /^server\/exchange\/(main|surroundings\/clock)\.ts$/;
/** The one writer of dates, and of figures. */
const WRITERS = /^lib\/(i18n\/date-text|money\/display|client\/use-figures)\.ts$/;
const HARD_LOOK_LINES = 400;
const EMPTY_NAMES = /(^|\/)(utils?|helpers?|types?|services?|misc|common)\.(ts|tsx)$/;

/**
 * Where kinds are at home, and what the recipe for one names (README): their folders and the three registries beside them, the words of the wire and
 * what each takes there; and indicators, of which some share a name with one.
 */
const HOMES_OF_KINDS =
  /^lib\/(kinds\/([^/]+\/|(facts|definitions|machines)\.ts$)|contract\/(kinds\/|vocabulary\.ts$)|indicators\/)/;
/** The documents' own lists: which kind is looked for first (E-020), and which have a guide (C-044). Whether a kind is on one is asked of them. */
const DOCUMENTED_LISTS = /^lib\/kinds\/(catalogue|guides)\.ts$/;
/** Who else may write a kind's name down, and why. Nobody may compare one, and a new kind is named by none of them. */
const NAMED_BY: readonly RegExp[] = [
  // Documented calls that are about one kind, by its name or without it.
  /^(lib\/contract\/ai-calls|server\/(upstream\/documented-upstream|exchange\/ai\/ai-handlers))\.ts$/,
  DOCUMENTED_LISTS,
  // Auto-invest plans buy by the engine of one kind.
  /^lib\/kinds\/plan-kind\.ts$/,
  // The demo account's own story.
  /^server\/exchange\/world\/(demo-wishes|demo-backtests)\.ts$/,
  // The moon page and the discovery page's table are the spot grid's.
  /^(components\/(trade\/panel-state\.ts|create\/moon-page\.tsx)|app\/\[lang\]\/strategybot\/_readings\/discovery\.ts)$/,
];
const KIND = `'(?:${STRATEGY_TYPES.join('|')})'`;
/** As a text, or as the name of a field where it can be one without quotes. */
const NAMED_KIND = new RegExp(`${KIND}|\\b(?:${STRATEGY_TYPES.filter((kind) => /^\w+$/.test(kind)).join('|')})\\??: `);
const COMPARED_KIND = new RegExp(
  [
    `[!=]== ${KIND}|${KIND} [!=]==|\\bcase ${KIND}`,
    `\\.(?:includes|startsWith|endsWith|indexOf|has)\\(${KIND}`,
    '\\bstrategy_type\\.(?:includes|startsWith|endsWith|match|slice|split)\\(',
    '\\b(?:INDICATOR|PRESET)_KINDS\\b.*\\.(?:includes|some|indexOf|has)\\(',
  ].join('|'),
);

/** Comparisons with a kind by its name, and with a constant of the file in which one or several names stand, wherever in it. */
function comparisonsOfKinds(text: string): RegExp {
  const held = new RegExp(`\\bconst (\\w+)(?:: [^;]+?)? = (?:(?!\\bconst \\w)[^;])*?${KIND}`, 'g');
  const named = [...text.matchAll(held)].map(([, name]) => name).join('|');
  if (named === '') return COMPARED_KIND;
  return new RegExp(
    [
      COMPARED_KIND.source,
      `[!=]== (?:${named})\\b|\\b(?:${named}) [!=]== (?!null\\b|undefined\\b)|\\bcase (?:${named}):`,
      `\\.(?:includes|startsWith|endsWith|indexOf|has)\\((?:${named})\\)`,
      `\\b(?:${named})\\.(?:includes|some|indexOf|has)\\(`,
    ].join('|'),
  );
}

/** Left and right of the screen in class names and styles, where a line's start and end are meant. */
const PHYSICAL = new RegExp(
  [
    '(?<![\\w-])-?(?:[mp][lr]|scroll-[mp][lr]|left|right|border-[lr]|rounded-(?:[lr]|[tb][lr])|translate-x)-(?:[[(\\d]|auto\\b|full\\b|px\\b)',
    '(?<![\\w-])(?:(?:text|float|clear|origin|bg|object)-(?:left|right)|border-[lr]|rounded-(?:[lr]|[tb][lr])|bg-(?:linear|gradient)-to-[lr])(?![\\w(])',
    "\\b(?:margin|padding|border|inset)(?:Left|Right)\\w*:|\\btextAlign: '(?:left|right)'|\\bstyle=\\{\\{[^}]*\\b(?:left|right):",
  ].join('|'),
);
/** Where the sides of the screen are meant. */
const ONE_WAY: readonly RegExp[] = [
  // Measured places on the screen: pixels from its left edge, whichever way lines run.
  /^components\/trade\/tour\.tsx$/,
  // The axis of prices stands right, and time runs from left to right, in every language.
  /^components\/(chart\/|ui\/curve-cursor\.tsx$)/,
  // Its place is reckoned from what it explains, in pixels of the screen.
  /^components\/ui\/anchored\.tsx$/,
  // Pictures for other sites, in English.
  /^components\/discovery\/share-image\.tsx$/,
];

/** Who speaks to the person at the terminal, in sentences, before there is a log or beside it. */
const SPEAKERS =
  /^server\/(start|dev|web|product|may-start|recorder\/main|tls\/keys|exchange\/(main|backup|restore|move|store\/copy-database))\.ts$/;
const SECOND_LOGGER = /\bconsole\.|\b(?:from|import)\(? ?'pino/;
/** What only those who speak to a terminal may write to. */
const BARE_LINES = /\bprocess\.std(?:err|out)\b|\bcreateLog\(/;
/** The operator's own socket: a line of his, bounded there. */
const OPERATOR = /^server\/exchange\/operator\//;

export const SOURCE_RULES: readonly SourceRule[] = [
  {
    name: 'time-and-chance-are-handed-in',
    remedy: 'Take the time or the random source as an argument: the same inputs must give the same bytes.',
    appliesTo: (path) => PURE.test(path) || (path.startsWith('server/exchange/') && !WHERE_TIME_ENTERS.test(path)),
    offends: (_path, text) => linesMatching(text, /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bperformance\.now\(/),
  },
  {
    name: 'files-stay-small',
    remedy: `A file over ${HARD_LOOK_LINES} lines does more than one thing: split it by what its parts are for.`,
    appliesTo: (path) => /\.(ts|tsx)$/.test(path),
    offends: (_path, text) => (text.trimEnd().split('\n').length > HARD_LOOK_LINES ? [HARD_LOOK_LINES + 1] : []),
  },
  {
    name: 'functions-stay-short',
    remedy: 'Give a part of it a name: a component with props of its own, a hook, a function that says what it does.',
    appliesTo: (path) => /\.(ts|tsx)$/.test(path),
    offends: longFunctions,
  },
  {
    name: 'fields-of-the-engine-are-declared',
    remedy:
      'Write `declare` before the field: else it is undefined first, V8 keeps no type of it, and every read of a bot is checked anew.',
    appliesTo: (path) => /^lib\/(engine|kinds)\//.test(path),
    offends: (_path, text) => undeclaredFields(text),
  },
  {
    name: 'casts-at-borders-only',
    remedy:
      'Let a type, a guard or a check say it. Where the compiler cannot know – a border –, the file stands in tests/rooms/cast-borders.ts with how often and why.',
    appliesTo: (path) => /\.(ts|tsx)$/.test(path),
    offends: castsOutside,
  },
  {
    name: 'files-are-named-for-what-they-export',
    remedy: 'Name the file for what it exports; "utils", "helpers", "types" and "service" say nothing.',
    appliesTo: () => true,
    offends: (path) => (EMPTY_NAMES.test(path) ? [1] : []),
  },
  {
    name: 'dates-and-figures-have-one-writer',
    remedy:
      'Write dates with lib/i18n/date-text.ts and figures with lib/money/display.ts: one form per language, one precision per context.',
    appliesTo: (path) => /^(app|components|lib)\//.test(path) && !WRITERS.test(path),
    offends: (_path, text) => linesMatching(text, /\bIntl\.|\buseFormatter\b|\bgetFormatter\b|\.toLocale\w*String\(/),
  },
  {
    name: 'lists-have-one-writer',
    remedy:
      'Write a list for people with listText (lib/i18n/date-text.ts): Chinese and Japanese part by 、, Arabic by و, and a sentence has its "and".',
    // Heard from the card's coins alone, which are drawn as marks: made by the server and again by the browser, whose lists may be newer ones.
    appliesTo: (path) => /^(app|components)\//.test(path) && path !== 'components/ui/portfolio-marks.tsx',
    offends: (_path, text) => linesMatching(text, /\.join\((['"`])(?:, |[،、] ?)\1\)/),
  },
  {
    name: 'percents-have-one-writer',
    remedy:
      'Write a percent with useFigures or withUnit: it is 5 % in Spanish, Russian, German and French, and %5 in Turkish.',
    appliesTo: (path) => /^(app|components)\//.test(path),
    // Widths and places of styles are the browser's.
    offends: (_path, text) => linesMatching(text, /^(?!.*\b(?:width|left|top): `).*\}%/),
  },
  {
    name: 'lines-run-either-way',
    remedy:
      'Say where lines begin and end (ms-, pe-, text-start, end-0, border-s, inset-x-0 with mx-auto for the middle): Arabic runs from right to left. What has to be told apart has its rtl: beside it.',
    appliesTo: (path) => /^(app|components)\//.test(path) && !ONE_WAY.some((one) => one.test(path)),
    offends: (_path, text) =>
      linesMatching(text, PHYSICAL).filter((line) => !/\brtl:/.test(text.split('\n')[line - 1] ?? '')),
  },
  {
    name: 'browsers-over-plain-http',
    remedy:
      'A browser has it over https and on localhost alone; a home network is neither. Keys: lib/client/random-id.ts; clipboard: lib/client/copy-text.ts; service worker: lib/client/web-push.ts, which says so where there is none.',
    appliesTo: (path) => /^(app|components|lib)\//.test(path) && !/^lib\/client\/(copy-text|web-push)\.ts$/.test(path),
    offends: (_path, text) =>
      linesMatching(
        text,
        /\bcrypto\.(randomUUID|subtle)\b|\bnavigator\.(clipboard|serviceWorker|storage|locks)\b|\bcaches\.open\b/,
      ),
  },
  {
    name: 'kinds-are-told-apart-by-facts',
    remedy:
      'Ask lib/kinds/facts.ts or the definition for what the kind is like; what is one kind’s own stands in its folder. A new kind has no line here.',
    appliesTo: (path) => /\.(ts|tsx)$/.test(path) && !HOMES_OF_KINDS.test(path),
    offends: (path, text) =>
      linesMatching(
        text,
        NAMED_BY.some((named) => named.test(path))
          ? comparisonsOfKinds(DOCUMENTED_LISTS.test(path) ? '' : text)
          : new RegExp(`${NAMED_KIND.source}|${COMPARED_KIND.source}`),
      ),
  },
  ...BODY_RULES,
  {
    name: 'rounding-up-stands-once',
    remedy: 'Use divUp, mulDivUp or ceilToStep of lib/money/amount.ts, and say which units the quotient is in.',
    appliesTo: (path) => path !== 'lib/money/amount.ts',
    offends: (_path, text) => linesMatching(text, /- 1n\) ?\/ |-divDown\(-/),
  },
  {
    name: 'lengths-of-time-stand-once',
    remedy: 'Use the lengths of lib/time/durations.ts, and its midnightOf and nextMidnight: a day is one of UTC.',
    appliesTo: (path) => /^(lib|server)\//.test(path) && path !== 'lib/time/durations.ts',
    offends: (_path, text) =>
      linesMatching(text, /\b(?:86_?400(?:_?000)?|3_?600_?000)\b|\/ DAY_MS\) \* DAY_MS|\bfunction nextMidnight\b/),
  },
  {
    // The sequencer’s next turn is no pause of one that works.
    name: 'one-way-to-give-way',
    remedy:
      'Let others have the thread with giveWay of server/exchange/surroundings/turn-time.ts: what follows is counted to who asked.',
    appliesTo: (path) =>
      path.startsWith('server/exchange/') && !/\/(surroundings\/turn-time|sequencer\/turn-sequencer)\.ts$/.test(path),
    offends: (_path, text) => linesMatching(text, /\bsetImmediate\b/),
  },
  {
    name: 'late-parts-are-asked-for-again',
    remedy:
      'Load it through latePart with a `loading` of its own (lib/client/late-part.ts): a part that is late must not take what is around it along.',
    appliesTo: (path) => /^(app|components)\//.test(path),
    offends: (_path, text) =>
      [...text.matchAll(/\bdynamic\(([\s\S]*?)\n?\);/g)]
        .filter(([, call = '']) => !/^\s*\(\) =>\s*latePart\(/.test(call) || !/\bloading\b/.test(call))
        .map(({ index }) => lineOf(text, index)),
  },
  {
    name: 'one-router',
    remedy:
      'Find calls with createRouter and write their paths with fillPath (lib/contract/routes.ts): what a segment is stands there once.',
    appliesTo: (path) => path !== 'lib/contract/routes.ts',
    // Whoever takes a path of the contract apart looks for the braces of its segments.
    offends: (_path, text) => linesMatching(text, /\\\{|\.(?:split|indexOf|includes|search)\(['"`]\{/),
  },
  {
    name: 'one-key-pattern',
    remedy: 'Ask IDEMPOTENCY_KEY of lib/contract/vocabulary.ts: door, exchange and document take the same keys.',
    appliesTo: (path) => path !== 'lib/contract/vocabulary.ts',
    offends: (_path, text) =>
      linesMatching(
        text,
        /\{16,64\}|\b\w*key\w*\b.*\/\^.*\$\/|\/\^.*\$\/\w*\.(?:test|exec)\(\w*key|\bIDEMPOTENCY_KEY\s*[:=]|key\.length\s*[<>]/i,
      ),
  },
  {
    name: 'one-body-reader',
    remedy: 'Read it with readBounded (lib/limits/read-bounded.ts): a body has a bound before it has a length.',
    appliesTo: (path) => /^(app|server)\//.test(path) && !OPERATOR.test(path),
    offends: (_path, text) =>
      linesMatching(
        text,
        /\.on(?:ce)?\('data'|\bfor await \(.*\bof (?:\w+\.)?(?:request|req|message|body|stream)\b|\.(?:text|json|formData|arrayBuffer|blob)\(\)|\.getReader\(|from 'node:stream\/consumers'/,
      ),
  },
  {
    name: 'one-logger',
    remedy:
      'Write events with server/log/log.ts: one JSON line each, with the number of the request and without secrets.',
    appliesTo: (path) => path !== 'server/log/log.ts',
    offends: (path, text) =>
      linesMatching(
        text,
        SPEAKERS.test(path) ? SECOND_LOGGER : new RegExp(`${SECOND_LOGGER.source}|${BARE_LINES.source}`),
      ),
  },
  {
    name: 'caches-are-lru',
    remedy: 'Keep it in an LRUCache (lru-cache) with its bound: a Map that throws its oldest away is one made by hand.',
    appliesTo: (path) => path.startsWith('server/'),
    offends: (_path, text) =>
      linesMatching(
        text,
        /\.keys\(\)\.next\(\)|\.size <=? \w+\) break;|\.size >=? \w+\) \w+\.clear\(\)|\bconst \[\w+\] = [\w.#]+\.(?:keys|values|entries)\(\)/,
      ),
  },
  {
    name: 'one-payload-decoder',
    remedy:
      'Ask checkPayload or payloadMadeOf (server/exchange/bots/check-payload.ts): a payload is read as a form there and nowhere else.',
    appliesTo: (path) => path.startsWith('server/exchange/') && path !== 'server/exchange/bots/check-payload.ts',
    offends: (_path, text) =>
      linesMatching(
        text,
        /\bdefinition(?:Of\(.*\))?\s*\.(?:decode|check)\(|^\s*\.(?:decode|check)\(|\{[^}]*\b(?:decode|check)\b[^}]*\} = definition/,
      ),
  },
  {
    name: 'kinds-are-loaded-once',
    remedy:
      'Ask kindOf (lib/kinds/exchange.ts): it alone loads what the exchange knows of a kind, which no browser is sent.',
    appliesTo: (path) => path !== 'lib/kinds/exchange.ts',
    offends: (_path, text) => linesMatching(text, /\.exchange\(\)|\{[^}]*\bexchange\b[^}]*\} = MACHINES\b/),
  },
  {
    name: 'one-word-each',
    remedy: ONE_WORD_REMEDY,
    appliesTo: () => true,
    offends: secondWords,
  },
  {
    name: 'no-promises-in-comments',
    remedy: 'Do it now or open an issue: code says what is, not what will be.',
    appliesTo: () => true,
    offends: (_path, text) =>
      text.split('\n').flatMap((line, index) => (/\b(TODO|FIXME|XXX|HACK)\b/.test(line) ? [index + 1] : [])),
  },
];

/** Source files of the product below `root`, as paths relative to it. */
export function sourceFiles(root: string, rooms = ['lib', 'server', 'components', 'app']): string[] {
  const found: string[] = [];
  const walk = (folder: string) => {
    for (const entry of readdirSync(folder)) {
      const path = join(folder, entry);
      if (statSync(path).isDirectory()) walk(path);
      else if (/\.(ts|tsx)$/.test(entry)) found.push(relative(root, path));
    }
  };
  for (const room of rooms) if (statSync(join(root, room), { throwIfNoEntry: false })) walk(join(root, room));
  return found;
}

/** Lines of what a kind is: what it decides and what it is told. */
const MOST_LINES_OF_A_KIND = 300;
const OF_A_KIND = /^lib\/kinds\/([^/]+)\/(?:decisions|params)\.ts$/;

/** The kinds whose decisions and params are together too long; what several of them share belongs into the engine. */
export function longKinds(sources: ReadonlyMap<string, string>): string[] {
  const lines = new Map<string, number>();
  for (const [path, text] of sources) {
    const kind = OF_A_KIND.exec(path)?.[1];
    if (kind !== undefined) lines.set(kind, (lines.get(kind) ?? 0) + text.trimEnd().split('\n').length);
  }
  return [...lines]
    .filter(([, count]) => count > MOST_LINES_OF_A_KIND)
    .map(
      ([kind, count]) =>
        `lib/kinds/${kind} (kinds-stay-small): decisions.ts and params.ts have ${count} lines together`,
    );
}

export function offences(path: string, text: string): string[] {
  return SOURCE_RULES.filter((rule) => rule.appliesTo(path)).flatMap((rule) =>
    rule.offends(path, text).map((line) => `${path}:${line} (${rule.name}): ${rule.remedy}`),
  );
}

export function offencesIn(root: string): { files: number; found: string[] } {
  const sources = new Map(sourceFiles(root).map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  return {
    files: sources.size,
    found: [
      ...[...sources].flatMap(([path, text]) => offences(path, text)),
      ...longKinds(sources),
      ...lostKinds(sources),
      ...loweredBorders(sources),
    ],
  };
}
