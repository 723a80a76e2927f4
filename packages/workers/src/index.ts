import { createAgent } from './agent.js';

/** Where a worker thread begins. PURE: what is published has a file of its own for it, and must not make this URL. */
export const AGENT_ENTRY: URL = /* @__PURE__ */ new URL('./entry.js', import.meta.url);

export { createAgent };
export { socketDefaults } from './connection/socket-defaults.js';
