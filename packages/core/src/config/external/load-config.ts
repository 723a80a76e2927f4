import { existsSync } from 'node:fs';
import { describe, InvalidConfigurationError } from '@offloop/values';
import { resolveConfig, type ClientConfig } from '../client-config.js';
import { readEnvironment } from './environment.js';
import { readFields, type Given } from './read-fields.js';
import { refused } from '../reading/scalars.js';
import { readYaml } from './yaml-file.js';

/** Sources of the configuration that `loadConfig` reads. */
export interface LoadConfigOptions {
  /**
   * Path of a `hazelcast-client.yaml` in the format of Java clients. Default: the path in the variable
   * `HAZELCAST_CLIENT_CONFIG`, else `hazelcast-client.yaml` or `.yml` in the working directory, else no file.
   */
  readonly file?: string;
  /** Variables: `HZCLIENT_…` override the file's fields, others replace `${…}` in it. Default `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Called with the dotted path of each field that this client ignores. Default: `process.emitWarning`. */
  readonly onIgnored?: (field: string) => void;
}

const FILE_VARIABLE = 'HAZELCAST_CLIENT_CONFIG';
const OPTIONS: readonly string[] = ['file', 'env', 'onIgnored'] satisfies ReadonlyArray<
  keyof LoadConfigOptions
>;
const DEFAULT_FILES = ['hazelcast-client.yaml', 'hazelcast-client.yml'];

/**
 * Reads a configuration for `Client.newHazelcastClient` from a YAML file and environment variables. Functions and objects,
 * such as listeners and serializers, are added by the program.
 *
 * Rejects with InvalidConfigurationError, which names the field's dotted path or the variable, never its value.
 */
export async function loadConfig(options: LoadConfigOptions = {}): Promise<ClientConfig> {
  checkOptions(options);
  const { env = process.env, onIgnored = warn } = options;
  const file = options.file ?? env[FILE_VARIABLE] ?? DEFAULT_FILES.find((each) => existsSync(each));
  const ofFile = file === undefined ? [] : readFields(await readYaml(file, env), onIgnored);
  const ofEnvironment = readEnvironment(env);
  checkTwice(ofFile);
  checkTwice(ofEnvironment);
  const given = [...ofFile, ...ofEnvironment];
  const config: ClientConfig = {};
  for (const { option, value } of given) put(config, option, value);
  check(config, given);
  return config;
}

/** Checks the names of options, since a misspelled one would be ignored silently, and with it the file that it names. */
function checkOptions(options: unknown): void {
  const accepted = `an object with ${OPTIONS.join(', ')}`;
  if (typeof options !== 'object' || options === null)
    throw refused('the argument of loadConfig', `is ${describe(options)}`, accepted);
  for (const name in options)
    if (!OPTIONS.includes(name)) throw refused(name, 'is no option of loadConfig', accepted);
}

/** Throws if an option is given twice. Some have two fields, with different names or units. */
function checkTwice(given: readonly Given[]): void {
  const sources = new Map<string, string>();
  for (const { source, option } of given) {
    const key = option.join('/');
    const other = sources.get(key);
    if (other !== undefined) throw refused(source, `is given beside ${other}`, 'one of the two');
    sources.set(key, source);
  }
}

function put(config: ClientConfig, option: readonly string[], value: unknown): void {
  let section = config as Record<string, unknown>;
  for (const name of option.slice(0, -1)) {
    // Without a prototype: the file may call a generator `__proto__`.
    section = (section[name] ??= Object.create(null)) as Record<string, unknown>;
  }
  section[option.at(-1)!] = value;
}

/** Checks the options here, so that an error can name the field or variable that an option came from. */
function check(config: ClientConfig, given: readonly Given[]): void {
  try {
    resolveConfig(config);
  } catch (error) {
    if (!(error instanceof InvalidConfigurationError)) throw error;
    const { option, accepted } = error.details as { readonly option: string; readonly accepted: string };
    const source = given.findLast(
      (each) => pathOf(each.option) === option || option.startsWith(`${pathOf(each.option)}[`),
    );
    if (source === undefined) throw error;
    throw refused(source.source, 'is not accepted', accepted);
  }
}

/** Returns an option's path in the form that the errors of `resolveConfig` use. */
function pathOf(option: readonly string[]): string {
  const [first, ...rest] = option;
  const isNamed = first === 'flakeIdGenerators' || first === 'nearCaches' || first === 'reliableTopics';
  return rest.reduce(
    (path, key, index) =>
      key.includes('.') || (isNamed && index === 0) ? `${path}['${key}']` : `${path}.${key}`,
    first,
  );
}

function warn(field: string): void {
  process.emitWarning(`${field} means nothing to this client and is left out`, 'HazelcastConfigWarning');
}
