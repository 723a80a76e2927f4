import type { ThreadEntry } from '@offloop/runtime';

/**
 * Returns the module that the thread of connections begins with. It lies at the same place seen from the sources and from what is built of them,
 * so that tests of the sources have a thread, too. The published package has another module here: scripts/publication.
 */
export function agentEntry(): ThreadEntry {
  return new URL('../../dist/thread/entry.js', import.meta.url);
}
