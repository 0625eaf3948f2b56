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

interface Suite {
  readonly suites?: readonly Suite[];
  readonly specs?: readonly { readonly file: string; readonly title: string; readonly ok: boolean }[];
}

export function failedOfPlaywright({ suites = [], specs = [] }: Suite): readonly string[] {
  const own = specs.filter(({ ok }) => !ok).map(({ file, title }) => `${file}: ${title}`);
  return [...own, ...suites.flatMap(failedOfPlaywright)];
}
