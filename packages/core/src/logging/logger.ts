import type { LogLevel } from './log-level.js';

/** Receives the client's log. A `customLogger` of this kind has all these methods. They are called on the caller's thread only. */
export interface ILogger {
  /** Writes a line of any level. @param objectName the part of the client that logs. @param furtherInfo usually an error. */
  log(level: LogLevel, objectName: string, message: string, furtherInfo: unknown): void;
  /** A failure: a listener threw, a worker died, the client gives up. */
  error(objectName: string, message: string, furtherInfo?: unknown): void;
  /** A problem that the client can work with. */
  warn(objectName: string, message: string, furtherInfo?: unknown): void;
  /** News for operators: connections, members, the state of the client. */
  info(objectName: string, message: string, furtherInfo?: unknown): void;
  /** Details that help to find a fault. */
  debug(objectName: string, message: string, furtherInfo?: unknown): void;
  /** Details of each step. */
  trace(objectName: string, message: string, furtherInfo?: unknown): void;
}

/** The methods of `ILogger`, which a `customLogger` is checked for. */
export const LOGGER_METHODS = ['log', 'error', 'warn', 'info', 'debug', 'trace'] as const;
