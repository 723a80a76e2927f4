import { LogLevel, type ILogger } from './logger.js';

/** Writes lines `[DefaultLogger] LEVEL at part: message`, as the official client, to a console: by default the process's own. */
export class ConsoleLogger implements ILogger {
  readonly #level: LogLevel;
  readonly #console: Pick<Console, 'log'>;

  /** @param level the least severe level that is written. */
  constructor(level: LogLevel, target: Pick<Console, 'log'> = console) {
    this.#level = level;
    this.#console = target;
  }

  log(level: LogLevel, objectName: string, message: string, furtherInfo: unknown): void {
    if (level > this.#level) return;
    this.#console.log('[DefaultLogger] %s at %s: %s', LogLevel[level], objectName, message);
    if (furtherInfo !== undefined && furtherInfo !== null) this.#console.log(furtherInfo);
  }

  error(objectName: string, message: string, furtherInfo?: unknown): void {
    this.log(LogLevel.ERROR, objectName, message, furtherInfo);
  }

  warn(objectName: string, message: string, furtherInfo?: unknown): void {
    this.log(LogLevel.WARN, objectName, message, furtherInfo);
  }

  info(objectName: string, message: string, furtherInfo?: unknown): void {
    this.log(LogLevel.INFO, objectName, message, furtherInfo);
  }

  debug(objectName: string, message: string, furtherInfo?: unknown): void {
    this.log(LogLevel.DEBUG, objectName, message, furtherInfo);
  }

  trace(objectName: string, message: string, furtherInfo?: unknown): void {
    this.log(LogLevel.TRACE, objectName, message, furtherInfo);
  }
}
