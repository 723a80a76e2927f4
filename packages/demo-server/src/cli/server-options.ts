import { parseArgs } from 'node:util';

import { DEFAULT_CATALOGUE, type CatalogueSettings } from '../catalogue/catalogue.js';
import { CommandError } from './command-error.js';

export interface ServerOptions {
  readonly host: string;
  /** Port to serve on; 0 takes a free one. */
  readonly port: number;
  /** Address of a member of a real cluster, `HOST:PORT`; undefined for the embedded member. */
  readonly cluster: string | undefined;
  readonly catalogue: CatalogueSettings;
}

const { seed, documents, leastBytes, mostBytes } = DEFAULT_CATALOGUE;
const MAX_DOCUMENT_BYTES = 2_000_000;

/** Options that take a whole number, each with its least and greatest value, its default, and its description. */
const NUMBERS = {
  port: [0, 65_535, 8080, 'port to serve on; 0 takes a free one'],
  documents: [1, 10_000, documents, 'documents in the catalogue'],
  'least-bytes': [500, MAX_DOCUMENT_BYTES, leastBytes, 'size of the smallest document, about'],
  'most-bytes': [500, MAX_DOCUMENT_BYTES, mostBytes, 'size of the largest document, about'],
  seed: [0, 999_999_999, seed, 'what the documents are generated from'],
} as const;

const line = (option: string, help: string): string => `  --${option.padEnd(24)}${help}`;

export const SERVER_HELP: string = [
  'offloop demo: synchronous, time-sliced and off-thread answers, side by side',
  '',
  line('host HOST', 'address to serve on (default 127.0.0.1)'),
  line('cluster HOST:PORT', 'a real cluster instead of the embedded member'),
  ...Object.entries(NUMBERS).map(([name, [, , initial, help]]) =>
    line(`${name} N`, `${help} (default ${initial})`),
  ),
  line('help', 'this text'),
  '',
].join('\n');

/** Parses the options of the demo server. Returns undefined for `--help`; throws CommandError for wrong options. */
export function serverOptions(args: readonly string[]): ServerOptions | undefined {
  const values = parse(args);
  if (values.help === true) return undefined;
  const number = (name: keyof typeof NUMBERS): number => {
    const [least, most, initial] = NUMBERS[name];
    const text = values[name] ?? String(initial);
    const value = /^\d+$/.test(text) ? Number(text) : NaN;
    if (value >= least && value <= most) return value;
    throw new CommandError(`--${name} takes a whole number from ${least} to ${most}, got '${text}'`, 2);
  };
  const { host = '127.0.0.1', cluster } = values;
  if (cluster !== undefined && !/^\S+:\d{1,5}$/.test(cluster))
    throw new CommandError(`--cluster takes HOST:PORT, got '${cluster}'`, 2);
  const catalogue = {
    seed: number('seed'),
    documents: number('documents'),
    leastBytes: number('least-bytes'),
    mostBytes: number('most-bytes'),
  };
  if (catalogue.leastBytes > catalogue.mostBytes)
    throw new CommandError('--least-bytes must not be above --most-bytes', 2);
  return { host, port: number('port'), cluster, catalogue };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = {
    host: text,
    cluster: text,
    port: text,
    documents: text,
    'least-bytes': text,
    'most-bytes': text,
    seed: text,
    help: { type: 'boolean' },
  } as const;
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`${reason}\n\n${SERVER_HELP}`, 2, error);
  }
}
