import { types } from 'node:util';
import { LogLevel, type LogLevelName } from './log-level.js';
import { LOGGER_METHODS, type ILogger } from './logger.js';

// A function of any kind. As `object` it leaves the parameters of an `ILogger` that is written down in a configuration their types.
type Method = object;

/** A logger as pino's, or bunyan's: it takes an object of details, then the message. */
export interface PinoLogger {
  readonly child: Method;
  readonly error: Method;
  readonly warn: Method;
  readonly info: Method;
  readonly debug: Method;
  readonly trace: Method;
}

/** A logger as winston's: it takes the name of one of its levels, the message, then an object of details. */
export interface WinstonLogger {
  readonly child: Method;
  readonly levels: object;
  readonly log: Method;
}

/** The console, or one of its kind: it takes what is to be written. */
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

/** What winston's sets of levels (npm, syslog, cli) call ours, the best name first. */
const WINSTON_LEVELS: Readonly<Record<LevelName, readonly string[]>> = {
  error: ['error', 'err'],
  warn: ['warn', 'warning'],
  info: ['info'],
  debug: ['debug', 'verbose'],
  trace: ['trace', 'silly', 'debug'],
};

/** Writes one message somewhere. */
type Write = (level: LevelName, source: string, message: string, furtherInfo: unknown) => unknown;

/** Whether it is a logger of one of the kinds that this client writes to. */
export function isLogger(value: unknown): boolean {
  return hasMethods(value, LOGGER_METHODS) || writerOf(value, 'OFF') !== undefined;
}

/**
 * A logger of another kind as this client's own; one that is of our kind is returned as it is.
 *
 * @param consoleLevel the least grave level that a console gets: unlike the others it has none of its own.
 */
export function adaptedLogger(given: ILogger | ForeignLogger, consoleLevel: LogLevelName): ILogger {
  const write = writerOf(given, consoleLevel);
  return write === undefined ? (given as ILogger) : new AdaptedLogger(write);
}

/** Undefined for what is of none of the other kinds. Winston's may have all our methods, and so has the console. */
function writerOf(given: unknown, consoleLevel: LogLevelName): Write | undefined {
  if (hasMethods(given, ['log', 'child']) && typeof (given as WinstonLogger).levels === 'object')
    return toWinston(given as WinstonLogger);
  if (hasMethods(given, ['error', 'warn', 'info', 'debug', 'group', 'table']))
    return toConsole(given as Console, LogLevel[consoleLevel]);
  if (hasMethods(given, LOGGER_METHODS)) return undefined;
  if (hasMethods(given, ['child', ...LEVELS])) return toPino(given as PinoLogger);
  return undefined;
}

function toWinston(logger: WinstonLogger): Write {
  const typed = logger as unknown as { log(level: string, message: string, details: object): unknown };
  return (level, source, message, furtherInfo) => {
    const name = WINSTON_LEVELS[level].find((each) => each in logger.levels);
    if (name !== undefined) typed.log(name, message, { source, ...under('error', plain(furtherInfo)) });
  };
}

function toPino(logger: PinoLogger): Write {
  const typed = logger as unknown as Record<LevelName, (details: object, message: string) => unknown>;
  return (level, source, message, furtherInfo) =>
    // Pino and bunyan know how to write an error that is called `err`.
    typed[level]({ source, ...under('err', furtherInfo) }, message);
}

function toConsole(target: Console, least: LogLevel): Write {
  return (level, source, message, furtherInfo) => {
    if (LEVELS.indexOf(level) > least) return;
    const more = furtherInfo === undefined || furtherInfo === null ? [] : [furtherInfo];
    // `console.trace` would write where this line is.
    target[level === 'trace' ? 'debug' : level](`[offloop] ${source}: ${message}`, ...more);
  };
}

function under(name: string, value: unknown): object {
  return value === undefined || value === null ? {} : { [name]: value };
}

/** An error as winston's formats can write it: of one inside an object they write nothing. */
function plain(value: unknown): unknown {
  if (!types.isNativeError(value)) return value;
  const { name, message, stack, code } = value as Error & { readonly code?: unknown };
  return { name, message, ...under('code', code), stack };
}

function hasMethods(value: unknown, methods: readonly string[]): boolean {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false;
  return methods.every((each) => typeof (value as Record<string, unknown>)[each] === 'function');
}

/** This client's interface on a function that writes. */
class AdaptedLogger implements ILogger {
  readonly #write: Write;

  constructor(write: Write) {
    this.#write = write;
  }

  log(level: LogLevel, objectName: string, message: string, furtherInfo: unknown): void {
    if (level !== LogLevel.OFF) this.#write(LEVELS[level], objectName, message, furtherInfo);
  }

  error(objectName: string, message: string, furtherInfo?: unknown): unknown {
    return this.#write('error', objectName, message, furtherInfo);
  }

  warn(objectName: string, message: string, furtherInfo?: unknown): unknown {
    return this.#write('warn', objectName, message, furtherInfo);
  }

  info(objectName: string, message: string, furtherInfo?: unknown): unknown {
    return this.#write('info', objectName, message, furtherInfo);
  }

  debug(objectName: string, message: string, furtherInfo?: unknown): unknown {
    return this.#write('debug', objectName, message, furtherInfo);
  }

  trace(objectName: string, message: string, furtherInfo?: unknown): unknown {
    return this.#write('trace', objectName, message, furtherInfo);
  }
}
