import type { ILogger, LogLevel } from './logger.js';

/** Wraps a user's logger. Errors that the logger throws or rejects with are dropped, so that they stop nothing in the client. */
export class GuardedLogger implements ILogger {
  readonly #logger: ILogger;

  constructor(logger: ILogger) {
    this.#logger = logger;
  }

  log(level: LogLevel, objectName: string, message: string, furtherInfo: unknown): void {
    this.#guard(() => this.#logger.log(level, objectName, message, furtherInfo));
  }

  error(objectName: string, message: string, furtherInfo?: unknown): void {
    this.#guard(() => this.#logger.error(objectName, message, furtherInfo));
  }

  warn(objectName: string, message: string, furtherInfo?: unknown): void {
    this.#guard(() => this.#logger.warn(objectName, message, furtherInfo));
  }

  info(objectName: string, message: string, furtherInfo?: unknown): void {
    this.#guard(() => this.#logger.info(objectName, message, furtherInfo));
  }

  debug(objectName: string, message: string, furtherInfo?: unknown): void {
    this.#guard(() => this.#logger.debug(objectName, message, furtherInfo));
  }

  trace(objectName: string, message: string, furtherInfo?: unknown): void {
    this.#guard(() => this.#logger.trace(objectName, message, furtherInfo));
  }

  #guard(write: () => unknown): void {
    // A logger's error cannot be reported: reports go to the logger.
    guardedCall(write, () => undefined);
  }
}

/**
 * Calls user code, such as a listener. An error that it throws, or that its promise rejects with, goes to `report` and no
 * further.
 */
export function guardedCall(call: () => unknown, report: (error: unknown) => void): void {
  try {
    const result = call();
    if (isThenable(result)) result.then(undefined, report);
  } catch (error) {
    report(error);
  }
}

/** Returns true for promises, also those of libraries, as they reject in the same way. */
function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
  );
}
