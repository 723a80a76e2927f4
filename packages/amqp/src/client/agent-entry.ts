import type { ThreadEntry } from '@offloop/runtime';

/**
 * The module that the thread of connections begins with. It lies at the same place seen from the sources and from what is built of them, so
 * that tests of the sources have a thread, too. The published package has another module here.
 */
export const AGENT_ENTRY: ThreadEntry = /* @__PURE__ */ new URL(
  '../../dist/thread/entry.js',
  import.meta.url,
);
