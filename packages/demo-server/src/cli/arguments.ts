import { parseArgs, type ParseArgsConfig } from 'node:util';

import { CommandError } from './failure.js';

/** One option of a command: all are text, or flags without a value. */
export type OptionSpec = {
  readonly flag?: boolean;
  /** What stands for the value in the help. */
  readonly value?: string;
  readonly default?: string;
  readonly help: string;
};

export type Values = Readonly<Record<string, string | boolean | undefined>>;

/** Parses a command's arguments; CommandError with the help below it for what is unknown. */
export function parseArguments(
  args: readonly string[],
  specs: Readonly<Record<string, OptionSpec>>,
  help: string,
): Values {
  const options: NonNullable<ParseArgsConfig['options']> = {};
  for (const [name, spec] of Object.entries(specs)) {
    options[name] = { type: spec.flag === true ? 'boolean' : 'string' };
  }
  try {
    return parseArgs({ args: [...args], options, strict: true }).values as Values;
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n\n${help}`, 2, error);
  }
}

export function helpText(title: string, specs: Readonly<Record<string, OptionSpec>>): string {
  const lines = Object.entries(specs).map(([name, spec]) => {
    const left = `--${name}${spec.value === undefined ? '' : ` ${spec.value}`}`;
    const fallback = spec.default === undefined ? '' : ` (default ${spec.default})`;
    return `  ${left.padEnd(26)}${spec.help}${fallback}`;
  });
  return [title, '', ...lines, ''].join('\n');
}

export function integerOption(
  values: Values,
  specs: Readonly<Record<string, OptionSpec>>,
  name: string,
  least: number,
  most: number,
): number {
  const text = String(values[name] ?? specs[name]?.default ?? '');
  const value = /^\d+$/.test(text) ? Number(text) : NaN;
  if (value >= least && value <= most) return value;
  throw new CommandError(`--${name} takes a whole number from ${least} to ${most}, got '${text}'`, 2);
}

/** `HOST:PORT` of a cluster's member, or undefined for the embedded one. */
export function clusterOption(values: Values): string | undefined {
  const address = values['cluster'];
  if (address === undefined) return undefined;
  if (typeof address === 'string' && /^\S+:\d{1,5}$/.test(address)) return address;
  throw new CommandError(`--cluster takes HOST:PORT, got '${String(address)}'`, 2);
}
