import type { LogLevel } from './log-level.js';

/** Where the client's log goes; a `customLogger` implements all of it. It is called on the caller's thread only. */
export interface ILogger {
  /** @param objectName the part of the client that speaks. @param furtherInfo an error, mostly. */
  log(level: LogLevel, objectName: string, message: string, furtherInfo: unknown): void;
  error(objectName: string, message: string, furtherInfo?: unknown): void;
  warn(objectName: string, message: string, furtherInfo?: unknown): void;
  info(objectName: string, message: string, furtherInfo?: unknown): void;
  debug(objectName: string, message: string, furtherInfo?: unknown): void;
  trace(objectName: string, message: string, furtherInfo?: unknown): void;
}

/** The methods every logger has; what a `customLogger` is checked for. */
export const LOGGER_METHODS = ['log', 'error', 'warn', 'info', 'debug', 'trace'] as const;
