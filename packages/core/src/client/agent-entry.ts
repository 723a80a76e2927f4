import { pathToFileURL } from 'node:url';
import type { ThreadEntry } from '@offloop/runtime';
import { AGENT_ENTRY } from '@offloop/workers';

/**
 * Returns the module that a worker thread begins with. `OFFLOOP_AGENT` names a file with all of it, for tests. The published
 * package has another module here: scripts/publication.
 */
export function agentEntry(): ThreadEntry {
  const file = process.env['OFFLOOP_AGENT'];
  return file === undefined ? AGENT_ENTRY : pathToFileURL(file);
}
