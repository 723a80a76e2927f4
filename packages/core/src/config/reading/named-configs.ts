import { InvalidConfigurationError } from '@offloop/values';
import { rejected, type Reader } from './readers.js';

/** The configurations of one kind of object, by name or by pattern of names. */
export class NamedConfigs<T> {
  readonly #path: string;
  readonly #configs: ReadonlyMap<string, T>;
  readonly #byDefault: T;

  constructor(path: string, configs: ReadonlyMap<string, T>, byDefault: T) {
    this.#path = path;
    this.#configs = configs;
    this.#byDefault = byDefault;
  }

  /**
   * Returns the configuration of an object: the one that {@link find} returns, or else the defaults.
   *
   * Throws InvalidConfigurationError when two patterns of equal length match.
   */
  of(name: string): T {
    return this.find(name) ?? this.#byDefault;
  }

  /**
   * Returns the configuration that is given for an object; undefined if there is none. An exact name wins, then the longest
   * pattern that matches (`*`, once, stands for any characters), then `default`.
   *
   * Throws InvalidConfigurationError when two patterns of equal length match.
   */
  find(name: string): T | undefined {
    const given = this.#configs.get(name);
    if (given !== undefined) return given;
    let best: { readonly pattern: string; readonly config: T } | undefined;
    let rival: string | undefined;
    for (const [pattern, config] of this.#configs) {
      if (!matches(pattern, name)) continue;
      if (best === undefined || pattern.length > best.pattern.length) {
        best = { pattern, config };
        rival = undefined;
      } else if (pattern.length === best.pattern.length) {
        rival = pattern;
      }
    }
    if (best === undefined) return this.#configs.get('default');
    if (rival === undefined) return best.config;
    const error = new InvalidConfigurationError(
      `Found ambiguous configurations for item ${name}: "${best.pattern}" vs "${rival}" in ${this.#path} match it equally well`,
    );
    error.details = { option: this.#path, accepted: 'patterns one of which matches better' };
    throw error;
  }
}

/** Reads an object with a configuration for each name or pattern. */
export function namedConfigs<T>(read: Reader<T>): Reader<NamedConfigs<T>> {
  return (value, path) => {
    const given = value ?? {};
    if (typeof given !== 'object' || Array.isArray(given)) throw rejected(path, value, 'an object');
    const configs = new Map(
      Object.entries(given).map(([name, config]) => [name, read(config, `${path}['${name}']`)] as const),
    );
    return new NamedConfigs(path, configs, read(undefined, path));
  };
}

function matches(pattern: string, name: string): boolean {
  const at = pattern.indexOf('*');
  if (at < 0 || name.length < pattern.length - 1) return false;
  return name.startsWith(pattern.slice(0, at)) && name.endsWith(pattern.slice(at + 1));
}
