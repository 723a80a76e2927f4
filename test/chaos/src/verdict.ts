import type { ChaosReport } from './chaos.js';

/** Bytes by which the heap may have grown: pools, code that was compiled, caches of the engine. */
const HEAP_TOLERANCE = 8_000_000;

/** Returns what is wrong, in sentences; empty if a run is clean. */
export function faultsOf(report: ChaosReport): string[] {
  const { tally, before, after, closed } = report;
  const wrong: string[] = [];
  if (report.violationCount > 0) {
    wrong.push(`${report.violationCount} violations, the first: ${report.violations.join('; ')}`);
  }
  if (tally.open > 0) wrong.push(`${tally.open} calls never settled`);
  if (tally.slowest > report.limit) {
    wrong.push(`a call took ${tally.slowest.toFixed(0)} ms, past the limit of ${report.limit}`);
  }
  if (tally.acknowledgedWrites === 0) wrong.push('no write was acknowledged: nothing was tested');
  if (report.nearHits === 0) wrong.push('no near cache answered a read: nothing was tested of them');
  if (report.rescues !== null && report.rescues > 0) wrong.push(`${report.rescues} wake-ups were lost`);
  if (report.inFlight !== null && report.inFlight > 0) wrong.push(`${report.inFlight} calls are still held`);
  const growth = after.heap - before.heap;
  if (growth > HEAP_TOLERANCE) wrong.push(`the heap grew by ${growth} bytes`);
  if (after.shared > before.shared) wrong.push(`shared memory grew by ${after.shared - before.shared} bytes`);
  if (closed.shared > 0) wrong.push(`${closed.shared} bytes of shared memory outlived the client`);
  return wrong;
}

/** Returns the figures of a run as a paragraph. */
export function summary(report: ChaosReport): string {
  const { tally, faults, before, after, closed } = report;
  const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);
  return [
    `${faults.kills} kills, ${faults.cuts} cuts, ${faults.silences} silences, ${report.blocks} blocks of the loop`,
    `${tally.calls} calls, ${tally.acknowledgedWrites} acknowledged writes, ${report.keys} keys`,
    `failed: ${JSON.stringify(tally.failures)}`,
    `slowest call ${tally.slowest.toFixed(0)} ms of ${report.limit}, ${tally.open} never settled`,
    `${report.violationCount} violations, rescues ${report.rescues ?? 'not counted'}`,
    ...(report.nearHits === null ? [] : [`${report.nearHits} reads answered by near caches`]),
    `heap ${megabytes(before.heap)} -> ${megabytes(after.heap)} -> ${megabytes(closed.heap)} MB, ` +
      `shared ${megabytes(before.shared)} -> ${megabytes(after.shared)} -> ${megabytes(closed.shared)} MB`,
  ].join('\n');
}
