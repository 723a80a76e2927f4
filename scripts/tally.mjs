/**
 * Counts a vitest JSON report. A file that could not be loaded, or whose hooks failed without failing a test, has
 * no failed test of its own and counts as one; so does one whose process ended before its tests had, and a run that
 * failed outside of every file.
 *
 * @param report the parsed report, or undefined when vitest wrote none
 * @param exitCode what vitest ended with
 * @returns {{ passed: number, failed: number, skipped: number }}
 */
export function tally(report, exitCode) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const file of report?.testResults ?? []) {
    const failedBefore = counts.failed;
    for (const test of file.assertionResults) counts[KINDS[test.status] ?? 'skipped']++;
    if ((file.status === 'failed' || isUnfinished(file)) && counts.failed === failedBefore) counts.failed++;
  }
  if (counts.failed === 0 && (report === undefined || exitCode !== 0)) counts.failed = 1;
  return counts;
}

/**
 * The files whose process ended before their tests had, which the runner names nowhere.
 *
 * @param report as for `tally`
 * @returns {string[]} a line each, in the form of the runner's own lines of what failed
 */
export function unfinishedLines(report) {
  return (report?.testResults ?? []).filter(isUnfinished).map(({ name, assertionResults }) => {
    const last = assertionResults.findLast(({ status }) => status !== UNFINISHED);
    return ` FAIL  ${name}: its process ended, ${last === undefined ? 'before its first test had' : `after: ${last.fullName}`}`;
  });
}

function isUnfinished(file) {
  return file.assertionResults.some(({ status }) => status === UNFINISHED);
}

const KINDS = { passed: 'passed', failed: 'failed' };
/** What was to run, and has no result. */
const UNFINISHED = 'pending';

/** The closing line that people and CI read. */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}
