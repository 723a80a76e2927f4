import { createAgent } from './agent.js';

/** The module that a worker thread runs. PURE: the published packages have a file of their own for it and must not make this URL. */
export const AGENT_ENTRY: URL = /* @__PURE__ */ new URL('./entry.js', import.meta.url);

export { createAgent };
export { socketDefaults } from './connection/socket-defaults.js';
