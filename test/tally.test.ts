import { expect, test } from 'vitest';

import { closingLine, tally, unfinishedLines } from '../scripts/tally.mjs';

type Status = 'passed' | 'failed' | 'skipped' | 'pending' | 'todo';

function file(status: 'passed' | 'failed', ...tests: Status[]): object {
  return { status, assertionResults: tests.map((each) => ({ status: each })) };
}

test('tests are counted by their outcome, and what did not run is skipped', () => {
  const report = {
    testResults: [file('failed', 'passed', 'failed'), file('passed', 'passed', 'todo', 'skipped')],
  };
  expect(tally(report, 1)).toEqual({ passed: 2, failed: 1, skipped: 2 });
});

test.each([
  ['a file that could not be loaded', [file('failed'), file('passed', 'passed')]],
  ['a file whose hook failed while its tests passed', [file('failed', 'passed')]],
  ['a run that failed outside of its tests', [file('passed', 'passed')]],
])('%s is a failure', (_what, testResults) => {
  expect(tally({ testResults }, 1)).toMatchObject({ passed: 1, failed: 1 });
});

test('a file whose process ended before its tests had is a failure, beside others', () => {
  const report = { testResults: [file('passed', 'passed', 'pending', 'pending'), file('failed', 'failed')] };
  expect(tally(report, 1)).toEqual({ passed: 1, failed: 2, skipped: 2 });
});

test('a file whose process ended before its tests had is named, with the last test that ended', () => {
  const begun = {
    name: 'a.test.ts',
    assertionResults: [{ status: 'passed', fullName: 'one' }, { status: 'pending' }],
  };
  const whole = { name: 'b.test.ts', assertionResults: [{ status: 'failed', fullName: 'two' }] };
  const none = { name: 'c.test.ts', assertionResults: [{ status: 'pending' }] };
  expect(unfinishedLines({ testResults: [begun, whole, none] })).toEqual([
    ' FAIL  a.test.ts: its process ended, after: one',
    ' FAIL  c.test.ts: its process ended, before its first test had',
  ]);
  expect(unfinishedLines(undefined)).toEqual([]);
});

test('a run without a report is a failure whatever its exit code', () => {
  expect(tally(undefined, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('the closing line has the form that is looked for', () => {
  expect(closingLine({ passed: 12, failed: 0, skipped: 3 })).toBe('12 passed, 0 failed, 3 skipped');
});
