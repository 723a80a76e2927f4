import type { ThreadEntry } from '@offloop/runtime';
import { AGENT_ENTRY } from '@offloop/workers';

/** Where a worker thread begins. The published package has another module here: scripts/publication/core. */
export function agentEntry(): ThreadEntry {
  return AGENT_ENTRY;
}
