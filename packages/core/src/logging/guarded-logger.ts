import { guardedCall } from './guarded-call.js';
import type { LogLevel } from './log-level.js';
import type { ILogger } from './logger.js';

/** A user's logger whose errors stay its own: what it throws, or rejects with, stops neither the client nor whoever it was told by. */
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
    // There is nowhere to report it: this is where reports go.
    guardedCall(write, () => undefined);
  }
}
