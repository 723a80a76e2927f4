import { LogLevel, type ILogger } from './logger.js';

/** A logger whose methods are all one with another level. */
export abstract class LeveledLogger implements ILogger {
  abstract log(level: LogLevel, objectName: string, message: string, furtherInfo: unknown): unknown;

  error(objectName: string, message: string, furtherInfo?: unknown): unknown {
    return this.log(LogLevel.ERROR, objectName, message, furtherInfo);
  }

  warn(objectName: string, message: string, furtherInfo?: unknown): unknown {
    return this.log(LogLevel.WARN, objectName, message, furtherInfo);
  }

  info(objectName: string, message: string, furtherInfo?: unknown): unknown {
    return this.log(LogLevel.INFO, objectName, message, furtherInfo);
  }

  debug(objectName: string, message: string, furtherInfo?: unknown): unknown {
    return this.log(LogLevel.DEBUG, objectName, message, furtherInfo);
  }

  trace(objectName: string, message: string, furtherInfo?: unknown): unknown {
    return this.log(LogLevel.TRACE, objectName, message, furtherInfo);
  }
}
