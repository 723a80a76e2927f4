import type { ConnectionOptions } from 'node:tls';
import type { InvalidConfigurationError } from '@offloop/values';
import { moduleUrl } from '../../module-url.js';
import type { Properties } from './properties.js';
import { asFlag, asText, type FileFields } from '../reading/file-fields.js';
import {
  flag,
  invalid,
  optional,
  rejected,
  section,
  withMethods,
  type Options,
  type Reader,
} from '../reading/readers.js';

/** Makes TLS options, once, when the client starts, on the caller's thread. This is the official client's interface. */
export interface SSLOptionsFactory {
  /** Called first, with `network.ssl.sslOptionsFactoryProperties`. */
  init(properties: Properties): Promise<void>;
  /** Returns options of Node's `tls.connect`. They must be cloneable: functions are refused. */
  getSSLOptions(): ConnectionOptions;
}

/** `network.ssl`: TLS settings of the connections. */
export interface SSLConfig {
  /** Use TLS. Required in this section; without the section there is no TLS. */
  enabled?: boolean;
  /** Options of Node's `tls.connect`, such as `ca`, `cert`, `key` and `servername`. Functions are refused. Default none. */
  sslOptions?: ConnectionOptions;
  /**
   * Source of the options, in place of `sslOptions`. Either an object, called on this thread; or a module (a `file:` URL or an
   * absolute path) that the worker imports and calls for each connection, whose options may hold functions. The module exports
   * `getSSLOptions()` and, optionally, `init(properties)`. Default: with `sslOptionsFactoryProperties` alone, a
   * `BasicSSLOptionsFactory`.
   */
  sslOptionsFactory?: SSLOptionsFactory | URL | string;
  /** Properties that are passed to the factory's `init`. For a module they must be cloneable. */
  sslOptionsFactoryProperties?: Properties;
  /** Require that a member's certificate is for the host name or address that the client connects to. Default true. */
  verifyIdentity?: boolean;
}

/** `network.ssl`, checked. */
export interface ResolvedSsl {
  readonly enabled: boolean;
  readonly verifyIdentity: boolean;
  readonly sslOptions: Readonly<Record<string, unknown>>;
  /** The factory, or a module's URL. Null: `sslOptions`, or the files named in the properties. */
  readonly sslOptionsFactory: SSLOptionsFactory | string | null;
  readonly sslOptionsFactoryProperties: Properties | null;
}

const FACTORY =
  'network.ssl.sslOptionsFactory: new URL("./tls.js", import.meta.url), a module the worker loads';
/** Options that cannot cross to the worker thread, which opens the sockets, and what to use instead. */
const SUBSTITUTES: Readonly<Record<string, string>> = {
  checkServerIdentity: `network.ssl.verifyIdentity: false to skip the check, or for one of your own ${FACTORY}`,
  secureContext: 'ca, cert, key and the like, of which the worker makes its own context',
};
const OURS: ReadonlySet<string> = new Set(['host', 'port', 'path', 'socket', 'onread', 'signal']);

/**
 * Returns the options that are not undefined, all of which can cross to a worker thread.
 *
 * Throws InvalidConfigurationError naming an option that cannot, and what to use instead.
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

// The given value is not in the message: it may be a private key.
function refused(option: string, why: string, accepted: string): InvalidConfigurationError {
  return invalid(`${option} ${why}; use ${accepted}`, option, accepted);
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

const sslOptions: Options<ResolvedSsl> = {
  enabled: optional(flag, false),
  verifyIdentity: optional(flag, true),
  sslOptions: optional(options, {}),
  sslOptionsFactory: optional<SSLOptionsFactory | string | null>(factory, null),
  // TRUSTED: what its values are is for the factory.
  sslOptionsFactoryProperties: optional<Properties | null>(object as Reader<Properties>, null),
};

export const readSsl: Reader<ResolvedSsl> = (value, path) => {
  const ssl = section(sslOptions, 'ssl option')(value, path);
  const made = ssl.sslOptionsFactory !== null || ssl.sslOptionsFactoryProperties !== null;
  if (made && (value as SSLConfig).sslOptions !== undefined) {
    throw refused(`${path}.sslOptions`, 'is given beside a factory', 'one of the two');
  }
  if (typeof ssl.sslOptionsFactory === 'string' && !isCloneable(ssl.sslOptionsFactoryProperties)) {
    throw refused(`${path}.sslOptionsFactoryProperties`, 'cannot cross to the worker thread', 'plain values');
  }
  // The default would be plaintext, which somebody who configures TLS would not notice.
  if (value !== undefined && value !== null && (value as SSLConfig).enabled === undefined) {
    throw rejected(`${path}.enabled`, undefined, 'true, or false for plaintext');
  }
  return ssl;
};

export const sslFields: FileFields = {
  'network.ssl.enabled': asFlag('network/ssl/enabled'),
  'network.ssl.properties.keyFile': asText('network/ssl/sslOptionsFactoryProperties/keyPath'),
  'network.ssl.properties.keyCertChainFile': asText('network/ssl/sslOptionsFactoryProperties/certPath'),
  'network.ssl.properties.trustCertCollectionFile': asText('network/ssl/sslOptionsFactoryProperties/caPath'),
  'network.ssl.properties.validateIdentity': asFlag('network/ssl/verifyIdentity'),
};
