import { guardedCall } from './guarded-call.js';
import type { LogLevel } from './log-level.js';
import type { ILogger } from './logger.js';

/** Wraps a user's logger. What the logger throws or rejects with is dropped, so that it stops nothing in the client. */
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
