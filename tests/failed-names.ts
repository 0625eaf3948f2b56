import { join } from 'node:path';

/** Names of what failed, from the reports of Vitest and Playwright: said once more at the end, where a long log is cut. */

export interface VitestReport {
  readonly testResults?: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
}

const LONGEST = 400;

export function failedOfVitest(report: VitestReport): readonly string[] {
  return (report.testResults ?? []).flatMap(({ name, status, message = '', assertionResults }) => {
    const tests = assertionResults
      .filter((one) => one.status === 'failed')
      .map(({ fullName, failureMessages }) => `${name}: ${fullName}: ${failureMessages?.[0] ?? ''}`.slice(0, LONGEST));
    // A file that could not be loaded, or whose hook failed, has no failed test.
    return tests.length > 0 || status !== 'failed' ? tests : [`${name}: ${message}`.slice(0, LONGEST)];
  });
}

/** Which of the files, given from `root`, did not pass: they failed, could not be loaded or were never reached. */
export function notPassedOfVitest(report: VitestReport, root: string, files: readonly string[]): ReadonlySet<string> {
  const passed = new Set(
    (report.testResults ?? []).filter(({ status }) => status === 'passed').map(({ name }) => name),
  );
  return new Set(files.filter((file) => !passed.has(join(root, file))));
}

interface Suite {
  readonly suites?: readonly Suite[];
  readonly specs?: readonly {
    readonly file: string;
    readonly title: string;
    readonly ok: boolean;
    readonly tests?: readonly {
      readonly status: string;
      readonly results?: readonly { readonly error?: { readonly message?: string } }[];
    }[];
  }[];
}

export interface PlaywrightReport extends Suite {
  /** What belongs to no test: a file that cannot be loaded, a worker that died. */
  readonly errors?: readonly { readonly message?: string }[];
}

/** Colours of a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what they begin with.
const COLOURS = /\u001b\[[\d;]*m/g;

/** What the first try failed on, in one line. */
function reasonOf({ tests = [] }: NonNullable<Suite['specs']>[number]): string {
  const message = tests.flatMap(({ results = [] }) => results.flatMap(({ error }) => error?.message ?? []))[0];
  return message === undefined ? '' : `: ${message.replace(COLOURS, '').replace(/\s+/g, ' ')}`;
}

function namesWhere(
  { suites = [], specs = [] }: Suite,
  isMeant: (spec: NonNullable<Suite['specs']>[number]) => boolean,
): readonly string[] {
  const own = specs.filter(isMeant).map((spec) => `${spec.file}: ${spec.title}${reasonOf(spec)}`.slice(0, LONGEST));
  return [...own, ...suites.flatMap((suite) => namesWhere(suite, isMeant))];
}

export function failedOfPlaywright({ errors = [], ...report }: PlaywrightReport): readonly string[] {
  return [
    ...errors.map(({ message = 'an error without words' }) => message.slice(0, LONGEST)),
    ...namesWhere(report, ({ ok }) => !ok),
  ];
}

/** Passed, but not on the first try. */
export function flakyOfPlaywright(report: Suite): readonly string[] {
  return namesWhere(report, ({ tests = [] }) => tests.some(({ status }) => status === 'flaky'));
}
