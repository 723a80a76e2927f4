import type { ConnectionOptions } from 'node:tls';
import { InvalidConfigurationError } from '../errors/hierarchy.js';
import { moduleUrl } from '../values/module-url.js';
import { flag, optional, rejected, section, withMethods, type Reader } from './readers.js';

/** Makes TLS options on the caller's thread, once, when the client starts; the official interface. */
export interface SSLOptionsFactory {
  /** Called first, with `network.ssl.sslOptionsFactoryProperties`. */
  init(properties: Record<string, unknown>): Promise<void>;
  /** Options of Node's `tls.connect`: what can be cloned, so no functions. */
  getSSLOptions(): ConnectionOptions;
}

/** `network.ssl`. */
export interface SSLConfig {
  /** To be said wherever there is this section; without the section, no TLS. */
  enabled?: boolean;
  /** Options of Node's `tls.connect`: `ca`, `cert`, `key`, `servername` and the like; no functions. Default none. */
  sslOptions?: ConnectionOptions;
  /**
   * In place of `sslOptions`: an object that makes them on this thread, or (a `file:` URL or an absolute path) a module
   * that the worker imports and asks for each connection. It exports `getSSLOptions()`, and `init(properties)` if it has
   * something to prepare; its options may hold functions. Default, with `sslOptionsFactoryProperties` alone: files are
   * read as `caPath`, `certPath` and `keyPath` say.
   */
  sslOptionsFactory?: SSLOptionsFactory | URL | string;
  /** What the factory is made ready with; of a module, cloneable values only. */
  sslOptionsFactoryProperties?: Record<string, unknown>;
  /** Whether a member's certificate must be for the name or address it is connected to by. Default true. */
  verifyIdentity?: boolean;
}

/** `network.ssl`, checked. */
export interface ResolvedSsl {
  readonly enabled: boolean;
  readonly verifyIdentity: boolean;
  readonly sslOptions: Readonly<Record<string, unknown>>;
  /** A URL for a module; null: `sslOptions`, or the files that the properties name. */
  readonly sslOptionsFactory: SSLOptionsFactory | string | null;
  readonly sslOptionsFactoryProperties: Readonly<Record<string, unknown>> | null;
}

const FACTORY =
  'network.ssl.sslOptionsFactory: new URL("./tls.js", import.meta.url), a module the worker loads';
/** What has to be said in another way, since a worker thread opens the sockets. */
const SUBSTITUTES: Readonly<Record<string, string>> = {
  checkServerIdentity: `network.ssl.verifyIdentity: false to skip the check, or for one of your own ${FACTORY}`,
  secureContext: 'ca, cert, key and the like, of which the worker makes its own context',
};
const OURS: ReadonlySet<string> = new Set(['host', 'port', 'path', 'socket', 'onread', 'signal']);

/**
 * The options that can cross to a worker thread, without undefined ones.
 *
 * Throws InvalidConfigurationError naming what cannot, and what to use in its place.
 */
export function cloneableTlsOptions(given: object, path: string): Record<string, unknown> {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  for (const [key, value] of entries) {
    if (OURS.has(key)) throw refused(`${path}.${key}`, 'is set by the client', 'network.clusterMembers');
    if (key === 'secureContext' || !isCloneable(value)) {
      throw refused(`${path}.${key}`, 'cannot cross to the worker thread', SUBSTITUTES[key] ?? FACTORY);
    }
  }
  return Object.fromEntries(entries);
}

function isCloneable(value: unknown): boolean {
  try {
    structuredClone(value);
    return true;
  } catch {
    return false;
  }
}

// What was given is not in the message: it may be a key.
function refused(option: string, why: string, accepted: string): InvalidConfigurationError {
  const error = new InvalidConfigurationError(`${option} ${why}; use ${accepted}`);
  error.details = { option, accepted };
  return error;
}

const object: Reader<Record<string, unknown>> = (value, path) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw rejected(path, value, 'an object');
  return { ...value };
};

const options: Reader<Record<string, unknown>> = (value, path) =>
  cloneableTlsOptions(object(value, path), path);

const factory: Reader<SSLOptionsFactory | string> = (value, path) => {
  if (typeof value !== 'string' && !(value instanceof URL)) {
    return withMethods<SSLOptionsFactory>(['init', 'getSSLOptions'])(value, path);
  }
  try {
    return moduleUrl(value, path);
  } catch {
    throw rejected(path, value, 'an object with init and getSSLOptions, a file: URL, or an absolute path');
  }
};

const readSection: Reader<ResolvedSsl> = section<ResolvedSsl>({
  enabled: optional(flag, false),
  verifyIdentity: optional(flag, true),
  sslOptions: optional(options, {}),
  sslOptionsFactory: optional<SSLOptionsFactory | string | null>(factory, null),
  sslOptionsFactoryProperties: optional<Record<string, unknown> | null>(object, null),
});

export const readSsl: Reader<ResolvedSsl> = (value, path) => {
  const ssl = readSection(value, path);
  const made = ssl.sslOptionsFactory !== null || ssl.sslOptionsFactoryProperties !== null;
  if (made && (value as SSLConfig).sslOptions !== undefined) {
    throw refused(`${path}.sslOptions`, 'is given beside a factory', 'one of the two');
  }
  if (typeof ssl.sslOptionsFactory === 'string' && !isCloneable(ssl.sslOptionsFactoryProperties)) {
    throw refused(`${path}.sslOptionsFactoryProperties`, 'cannot cross to the worker thread', 'plain values');
  }
  // As the official client: who speaks of TLS and gets plaintext would not notice.
  if (value !== undefined && value !== null && (value as SSLConfig).enabled === undefined) {
    throw rejected(`${path}.enabled`, undefined, 'true, or false for plaintext');
  }
  return ssl;
};
