import { expect, it } from 'vitest';
import { failedOfPlaywright, failedOfVitest, flakyOfPlaywright } from '#tests/failed-names.ts';

/** Reports as Vitest 5 and Playwright 1.62 write them, cut to what is read. A run that failed says what, or is of no use. */

it('names the failed tests of a Vitest report, and a file that could not be loaded', () => {
  const report = {
    testResults: [
      {
        name: '/tests/a.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'adds', failureMessages: [] },
          { status: 'failed', fullName: 'subtracts', failureMessages: ['expected 1 to be 2\n  at x'] },
        ],
      },
      { name: '/tests/b.test.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] },
      { name: '/tests/c.test.ts', status: 'passed', message: '', assertionResults: [] },
    ],
  };
  expect(failedOfVitest(report)).toEqual([
    '/tests/a.test.ts: subtracts: expected 1 to be 2\n  at x',
    '/tests/b.test.ts: Cannot find module',
  ]);
});

it('names the failed and the flaky tests of a Playwright report, however deep, and what belongs to no test', () => {
  const results = [{}, { error: { message: '\u001b[31mError\u001b[39m: not\n  visible' } }];
  const spec = (title: string, ok: boolean, status: string) => ({
    file: 'x.spec.ts',
    title,
    ok,
    tests: [status === 'expected' ? { status } : { status, results }],
  });
  const report = {
    errors: [{ message: 'SyntaxError: y.spec.ts' }],
    suites: [
      {
        specs: [spec('fails', false, 'unexpected'), spec('passes', true, 'expected')],
        suites: [{ specs: [spec('fails deeper', false, 'unexpected'), spec('wavers', true, 'flaky')] }],
      },
    ],
  };
  const reason = 'Error: not visible';
  expect(failedOfPlaywright(report)).toEqual([
    'SyntaxError: y.spec.ts',
    `x.spec.ts: fails: ${reason}`,
    `x.spec.ts: fails deeper: ${reason}`,
  ]);
  expect(flakyOfPlaywright(report)).toEqual([`x.spec.ts: wavers: ${reason}`]);
  expect(failedOfPlaywright({ suites: [] })).toEqual([]);
});
