// Stands for packages/core/src/transforms/thread-module.ts in the published package, which is CommonJS.
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { UnsupportedOperationError } from '@offloop/values';

/** The file beside this one. In a bundle there is none, and Piscina could not find its own worker there either. */
export function threadModule() {
  // As in agent-entry.js, for the tools that copy files.
  let file = '';
  if (typeof __dirname === 'string') file = `${__dirname}/offloop-compute-thread.js`;
  if (existsSync(file)) return pathToFileURL(file).href;
  throw new UnsupportedOperationError(
    "transforms run from offloop's own files, which a bundle lacks; keep the package out of the bundle and beside it: " +
      "esbuild and tsup external: ['offloop'], webpack and rspack externals: { offloop: 'commonjs offloop' }, " +
      "Vite ssr.external: ['offloop'], Next.js serverExternalPackages: ['offloop']",
  );
}
