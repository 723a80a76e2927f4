import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ConnectionOptions } from 'node:tls';
import { describe, describeError, InvalidConfigurationError } from '@offloop/values';
import type { Properties } from './sections/properties.js';
import { rejected } from './reading/readers.js';
import type { SSLOptionsFactory } from './sections/tls-config.js';

/** Path of the properties in the configuration, for messages. */
export const PROPERTIES = 'network.ssl.sslOptionsFactoryProperties';

/**
 * Makes TLS options of three files, named by the properties `caPath`, `certPath` and `keyPath`, and of the properties
 * `servername`, `rejectUnauthorized` and `ciphers`. It is used if properties are given and a factory is not.
 */
export class BasicSSLOptionsFactory implements SSLOptionsFactory {
  #options: ConnectionOptions = {};

  /** Reads the files. Rejects with InvalidConfigurationError for a file that cannot be read, and for properties that are not an object. */
  async init(properties: Properties): Promise<void> {
    if (typeof properties !== 'object' || properties === null)
      throw new InvalidConfigurationError(`properties is not an object, but ${describe(properties)}`);
    const { servername, rejectUnauthorized, ciphers } = properties;
    const [ca, cert, key] = await Promise.all(
      ['caPath', 'certPath', 'keyPath'].map((name) => readNamed(name, properties[name])),
    );
    // TRUSTED: Node.js reports an option that is wrong.
    this.#options = { ca, cert, key, servername, rejectUnauthorized, ciphers } as ConnectionOptions;
  }

  /** Returns the options; without `init` there are none. */
  getSSLOptions(): ConnectionOptions {
    return this.#options;
  }
}

async function readNamed(name: string, path: unknown): Promise<Buffer | undefined> {
  if (path === undefined || path === null) return undefined;
  const option = `${PROPERTIES}.${name}`;
  if (typeof path !== 'string') throw rejected(option, path, 'a path');
  try {
    return await readFile(resolve(path));
  } catch (error) {
    // Without Node's error as a cause: it quotes the path, which may be a key that was given in the wrong place.
    throw new InvalidConfigurationError(`${option} cannot be read: ${describeError(error)}`);
  }
}
