import type { LogLevel } from './log-level.js';

/** Where the client's log goes; a `customLogger` implements all of it. It is called on the caller's thread only. */
export interface ILogger {
  /** @param objectName the part of the client that speaks. @param furtherInfo an error, mostly. */
  log(level: LogLevel, objectName: string, message: string, furtherInfo: unknown): void;
  /** What went wrong for good: a listener threw, a worker died, the client gives up. */
  error(objectName: string, message: string, furtherInfo?: unknown): void;
  /** What is wrong, though the client goes on. */
  warn(objectName: string, message: string, furtherInfo?: unknown): void;
  /** What an operator wants to know: connections, members, the state of the client. */
  info(objectName: string, message: string, furtherInfo?: unknown): void;
  /** What helps to find a fault. */
  debug(objectName: string, message: string, furtherInfo?: unknown): void;
  /** Each step. */
  trace(objectName: string, message: string, furtherInfo?: unknown): void;
}

/** The methods every logger has; what a `customLogger` is checked for. */
export const LOGGER_METHODS = ['log', 'error', 'warn', 'info', 'debug', 'trace'] as const;
