import type { ResolvedConfig } from '../config/resolve-config.js';
import { ConsoleLogger } from '../logging/console-logger.js';
import { GuardedLogger } from '../logging/guarded-logger.js';
import { LogLevel } from '../logging/log-level.js';
import type { ILogger } from '../logging/logger.js';

/** Where the configuration wants messages to go. */
export function loggerOf({ customLogger, properties }: ResolvedConfig): ILogger {
  return customLogger === null
    ? new ConsoleLogger(LogLevel[properties['hazelcast.logging.level']])
    : new GuardedLogger(customLogger);
}
