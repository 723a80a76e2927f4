import type { Actor } from './actor.js';
import type { Line, Script } from './scripts.js';

let runs = 0;

/** Runs a script on objects that nobody else uses. @returns its lines, with what came of each. */
export async function runScript(open: (prefix: string) => Actor, { lines }: Script): Promise<Line[]> {
  const actor = open(`script-${process.pid}-${runs++}`);
  const met: Line[] = [];
  for (const [call, args] of lines) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    met.push([call, args, await actor.run(call, args)]);
  }
  return met;
}
