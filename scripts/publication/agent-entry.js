// Stands for the file client/agent-entry.ts of packages/core and packages/amqp in what is published, which is CommonJS.
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/**
 * The agent's file beside this one: a debugger and a stack trace show it as such. In a bundle there is none, and the text
 * that the bundle has in itself takes its place. A bundle of ES modules has no `__dirname` either. Yarn Plug'n'Play keeps
 * the file in an archive that only threads with its hooks can read; this one has no hooks.
 */
export function agentEntry() {
  // In this form the path is found by tools that copy what a server needs (Next.js); `path.join` and `? :` hide it from them.
  let file = '';
  if (typeof __dirname === 'string') file = `${__dirname}/offloop-agent.js`;
  const isReadable = process.versions.pnp === undefined && existsSync(file);
  return isReadable ? pathToFileURL(file) : { source: require('./offloop-agent-source.js') };
}
