import { LeveledLogger } from './leveled-logger.js';
import { LogLevel } from './logger.js';

/** Writes lines `[DefaultLogger] LEVEL at part: message`, as the official client, to a console: by default the process's own. */
export class ConsoleLogger extends LeveledLogger {
  readonly #level: LogLevel;
  readonly #console: Pick<Console, 'log'>;

  /** @param level the least severe level that is written. */
  constructor(level: LogLevel, target: Pick<Console, 'log'> = console) {
    super();
    this.#level = level;
    this.#console = target;
  }

  override log(level: LogLevel, objectName: string, message: string, furtherInfo: unknown): void {
    if (level > this.#level) return;
    this.#console.log('[DefaultLogger] %s at %s: %s', LogLevel[level], objectName, message);
    if (furtherInfo !== undefined && furtherInfo !== null) this.#console.log(furtherInfo);
  }
}
