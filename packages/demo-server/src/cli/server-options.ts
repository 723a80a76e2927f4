import type { CatalogueSettings } from '../catalogue/catalogue.js';
import { clusterOption, helpText, integerOption, parseArguments, type OptionSpec } from './arguments.js';
import { CATALOGUE_OPTIONS, catalogueOptions } from './catalogue-options.js';

export type ServerOptions = {
  readonly host: string;
  /** 0: a free one. */
  readonly port: number;
  /** `HOST:PORT`, or undefined for the embedded member. */
  readonly cluster: string | undefined;
  readonly catalogue: CatalogueSettings;
};

const OPTIONS: Readonly<Record<string, OptionSpec>> = {
  port: { value: 'PORT', default: '8080', help: 'port to serve on; 0 takes a free one' },
  host: { value: 'HOST', default: '127.0.0.1', help: 'address to serve on' },
  cluster: { value: 'HOST:PORT', help: 'a real cluster instead of the embedded member' },
  ...CATALOGUE_OPTIONS,
  help: { flag: true, help: 'this text' },
};

export const SERVER_HELP: string = helpText(
  'offloop demo: synchronous, time-sliced and off-thread answers, side by side',
  OPTIONS,
);

/** The options of the demo server, or undefined when only help is wanted. CommandError for wrong ones. */
export function serverOptions(args: readonly string[]): ServerOptions | undefined {
  const values = parseArguments(args, OPTIONS, SERVER_HELP);
  if (values['help'] === true) return undefined;
  return {
    host: String(values['host'] ?? OPTIONS['host'].default),
    port: integerOption(values, OPTIONS, 'port', 0, 65_535),
    cluster: clusterOption(values),
    catalogue: catalogueOptions(values),
  };
}
