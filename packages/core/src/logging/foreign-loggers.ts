import { types } from 'node:util';
import { LeveledLogger } from './leveled-logger.js';
import { LOGGER_METHODS, LogLevel, type ILogger, type LogLevelName } from './logger.js';

// Any function. A function type here would take the inferred parameter types from an `ILogger` written in a configuration.
type Method = object;

/** A logger like those of pino and bunyan, whose methods take an object of details, then the message. */
export interface PinoLogger {
  readonly child: Method;
  readonly error: Method;
  readonly warn: Method;
  readonly info: Method;
  readonly debug: Method;
  readonly trace: Method;
}

/** A logger like winston's, whose `log` takes the name of a level, the message, then an object of details. */
export interface WinstonLogger {
  readonly child: Method;
  readonly levels: object;
  readonly log: Method;
}

/** The console, or an object with its methods. */
export interface ConsoleLike {
  readonly error: Method;
  readonly warn: Method;
  readonly info: Method;
  readonly debug: Method;
  readonly group: Method;
}

export type ForeignLogger = PinoLogger | WinstonLogger | ConsoleLike;

const LEVELS = ['error', 'warn', 'info', 'debug', 'trace'] as const;
type LevelName = (typeof LEVELS)[number];

/** Names of this client's levels in winston's sets of levels (npm, syslog, cli), the best name first. */
const WINSTON_LEVELS: Readonly<Record<LevelName, readonly string[]>> = {
  error: ['error', 'err'],
  warn: ['warn', 'warning'],
  info: ['info'],
  debug: ['debug', 'verbose'],
  trace: ['trace', 'silly', 'debug'],
};

type Write = (level: LevelName, source: string, message: string, furtherInfo: unknown) => unknown;

/** Returns true for a value that this client can write to as a logger. */
export function isLogger(value: unknown): value is ILogger | ForeignLogger {
  return hasMethods(value, LOGGER_METHODS) || writerOf(value, 'OFF') !== undefined;
}

/**
 * Returns an `ILogger` that writes to the given logger; an `ILogger` is returned unchanged.
 *
 * @param consoleLevel the least severe level that a console gets, as it has no level of its own.
 */
export function adaptedLogger(given: ILogger | ForeignLogger, consoleLevel: LogLevelName): ILogger {
  const write = writerOf(given, consoleLevel);
  return write === undefined ? (given as ILogger) : new AdaptedLogger(write);
}

/**
 * Returns a function that writes to a foreign logger; undefined for an `ILogger` and for other values. Winston and consoles come
 * first: they may have all methods of `ILogger`.
 */
function writerOf(given: unknown, consoleLevel: LogLevelName): Write | undefined {
  if (hasMethods(given, ['log', 'child']) && 'levels' in given && isObject(given.levels))
    return toWinston(given, given.levels);
  if (hasMethods(given, ['error', 'warn', 'info', 'debug', 'group', 'table']))
    return toConsole(given, LogLevel[consoleLevel]);
  if (hasMethods(given, LOGGER_METHODS)) return undefined;
  if (hasMethods(given, ['child', ...LEVELS])) return toPino(given);
  return undefined;
}

function toWinston(logger: HasMethods<'log'>, levels: object): Write {
  return (level, source, message, furtherInfo) => {
    const name = WINSTON_LEVELS[level].find((each) => each in levels);
    if (name !== undefined) logger.log(name, message, { source, ...under('error', plain(furtherInfo)) });
  };
}

function toPino(logger: HasMethods<LevelName>): Write {
  return (level, source, message, furtherInfo) =>
    // Pino and bunyan write an error well when its name is `err`.
    logger[level]({ source, ...under('err', furtherInfo) }, message);
}

function toConsole(target: HasMethods<Exclude<LevelName, 'trace'>>, least: LogLevel): Write {
  return (level, source, message, furtherInfo) => {
    if (LEVELS.indexOf(level) > least) return;
    const more = furtherInfo === undefined || furtherInfo === null ? [] : [furtherInfo];
    // `console.trace` would add the stack of this line.
    target[level === 'trace' ? 'debug' : level](`[offloop] ${source}: ${message}`, ...more);
  };
}

function under(name: string, value: unknown): object {
  return value === undefined || value === null ? {} : { [name]: value };
}

/** Converts an error to a plain object, because winston's formats write an error inside an object as `{}`. */
function plain(value: unknown): unknown {
  if (!types.isNativeError(value)) return value;
  const { name, message, stack } = value;
  return { name, message, ...('code' in value ? under('code', value.code) : {}), stack };
}

type HasMethods<M extends string> = { readonly [N in M]: (...args: unknown[]) => unknown };

function hasMethods<M extends string>(value: unknown, methods: readonly M[]): value is HasMethods<M> {
  if (!isObject(value) && typeof value !== 'function') return false;
  return methods.every((each) => typeof Reflect.get(value, each) === 'function');
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** An `ILogger` on top of a function that writes. */
class AdaptedLogger extends LeveledLogger {
  readonly #write: Write;

  constructor(write: Write) {
    super();
    this.#write = write;
  }

  override log(level: LogLevel, objectName: string, message: string, furtherInfo: unknown): unknown {
    return level === LogLevel.OFF ? undefined : this.#write(LEVELS[level], objectName, message, furtherInfo);
  }
}
