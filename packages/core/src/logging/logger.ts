/** Receives the client's log. A `customLogger` of this kind has all these methods. They are called on the caller's thread only. */
export interface ILogger {
  /** Writes a line of any level. @param objectName the part of the client that logs. @param furtherInfo usually an error. */
  log(level: LogLevel, objectName: string, message: string, furtherInfo: unknown): void;
  /** Logs a failure: a listener threw, a worker died, the client gives up. */
  error(objectName: string, message: string, furtherInfo?: unknown): void;
  /** Logs a problem that the client can work with. */
  warn(objectName: string, message: string, furtherInfo?: unknown): void;
  /** Logs news for operators: connections, members, the state of the client. */
  info(objectName: string, message: string, furtherInfo?: unknown): void;
  /** Logs details that help to find a fault. */
  debug(objectName: string, message: string, furtherInfo?: unknown): void;
  /** Logs details of each step. */
  trace(objectName: string, message: string, furtherInfo?: unknown): void;
}

/** The methods of `ILogger`, which a `customLogger` is checked for. */
export const LOGGER_METHODS = ['log', 'error', 'warn', 'info', 'debug', 'trace'] as const;

/**
 * Severities of log lines. Setting a level also lets the more severe ones through. As in the official enum, numbers are keys,
 * too: `LogLevel[0]` is `'ERROR'`.
 */
export const LogLevel = {
  OFF: -1,
  ERROR: 0,
  WARN: 1,
  INFO: 2,
  DEBUG: 3,
  TRACE: 4,
  '-1': 'OFF',
  0: 'ERROR',
  1: 'WARN',
  2: 'INFO',
  3: 'DEBUG',
  4: 'TRACE',
} as const;
export type LogLevel = -1 | 0 | 1 | 2 | 3 | 4;

/** The values of the property `hazelcast.logging.level`. */
export const LOG_LEVEL_NAMES = ['OFF', 'ERROR', 'WARN', 'INFO', 'DEBUG', 'TRACE'] as const;
export type LogLevelName = (typeof LOG_LEVEL_NAMES)[number];
