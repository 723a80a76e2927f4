import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, IllegalArgumentError } from '@offloop/values';

/** Schemes of modules that a thread can import without a loader. */
const SCHEMES = ['file:', 'data:'];

/** Returns the URL of a module as threads import it. Throws IllegalArgumentError naming `argument`. */
export function moduleUrl(module: unknown, argument: string): string {
  const text = module instanceof URL ? module.href : module;
  if (typeof text === 'string') {
    if (isAbsolute(text)) return pathToFileURL(text).href;
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url !== undefined && SCHEMES.includes(url.protocol)) return url.href;
  }
  throw new IllegalArgumentError(
    `${argument} must be a file: or data: URL or an absolute path, got ${describe(module)}; ` +
      'for a file beside yours: new URL("./values/summarise.js", import.meta.url)',
  );
}
