import { availableParallelism, cpus } from 'node:os';

import { approachById, Workload } from '../approaches/approaches.js';
import type { RaceResult } from '../race/race.js';
import { keptUp } from '../race/common-rate.js';
import { checks } from './checks.js';
import { publishedBeside } from './published.js';
import { outcomeTable } from './table.js';

/** Everything a race has to say, as Markdown that reads well in a terminal too. */
export function raceReport(result: RaceResult, grid: string): string {
  const { task, closed, paced, connections, fork, rate } = result;
  const parts = [
    `# ${title(result)}`,
    `${machine()}; data in ${grid}; ${fork === 1 ? 'one server process' : `${fork} server processes`} each time.`,
    approachList(Object.keys(closed)),
    `## As fast as it goes: ${connections} connections, each asking again when answered`,
    outcomeTable(closed),
    `## At ${rate} requests/s for everybody, arriving at random`,
    outcomeTable(paced),
    ...fallenBehind(result),
  ];
  if (task.workload === Workload.FIB) {
    parts.push('## Beside the published figures (another machine: compare the order, not the numbers)');
    parts.push(publishedBeside(result));
  }
  parts.push('## What should hold', checkList(result));
  return `${parts.join('\n\n')}\n`;
}

function title({ task }: RaceResult): string {
  if (task.workload === Workload.FIB) return `Fibonacci number ${task.n}`;
  const { documents, leastBytes, mostBytes } = task.catalogue;
  return `Quotes over ${task.items} of ${documents} documents of ${leastBytes} to ${mostBytes} bytes`;
}

function machine(): string {
  return `Node.js ${process.version}, ${availableParallelism()} CPUs (${cpus()[0]?.model.trim() ?? 'unknown'})`;
}

function approachList(ids: readonly string[]): string {
  return ids.map((id) => `- ${approachById(id)?.title}: ${approachById(id)?.about}`).join('\n');
}

/** Who answered less than was asked: their delays are of another load, and their latencies of a queue that grows. */
function fallenBehind({ paced, rate }: RaceResult): string[] {
  const ids = Object.keys(paced).filter((id) => !keptUp(rate, paced[id]));
  if (ids.length === 0) return [];
  const titles = ids.map((id) => approachById(id)?.title ?? id).join(', ');
  return [`Cannot keep up with ${rate} requests/s: ${titles}. Latencies there are those of a growing queue.`];
}

function checkList(result: RaceResult): string {
  const lines = checks(result).map(({ claim, holds, seen, why }) =>
    holds ? `- yes: ${claim} (${seen})` : `- NO: ${claim} (${seen}). ${why ?? ''}`,
  );
  return lines.length === 0 ? 'Nothing was claimed of these approaches.' : lines.join('\n');
}
