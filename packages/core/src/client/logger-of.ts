import type { ResolvedConfig } from '../config/resolve-config.js';
import { ConsoleLogger } from '../logging/console-logger.js';
import { adaptedLogger } from '../logging/foreign-loggers.js';
import { GuardedLogger } from '../logging/guarded-logger.js';
import { LogLevel } from '../logging/log-level.js';
import type { ILogger } from '../logging/logger.js';

/** Where the configuration wants messages to go. */
export function loggerOf({ customLogger, properties }: ResolvedConfig): ILogger {
  const level = properties['hazelcast.logging.level'];
  return customLogger === null
    ? new ConsoleLogger(LogLevel[level])
    : new GuardedLogger(adaptedLogger(customLogger, level));
}
