/**
 * The severity of a log line. Setting a level also lets the more severe ones through. As in the official enum, numbers are
 * keys, too: `LogLevel[0]` is `'ERROR'`.
 */
export const LogLevel = {
  OFF: -1,
  ERROR: 0,
  WARN: 1,
  INFO: 2,
  DEBUG: 3,
  TRACE: 4,
  '-1': 'OFF',
  0: 'ERROR',
  1: 'WARN',
  2: 'INFO',
  3: 'DEBUG',
  4: 'TRACE',
} as const;
export type LogLevel = -1 | 0 | 1 | 2 | 3 | 4;

/** The values of the property `hazelcast.logging.level`. */
export const LOG_LEVEL_NAMES = ['OFF', 'ERROR', 'WARN', 'INFO', 'DEBUG', 'TRACE'] as const;
export type LogLevelName = (typeof LOG_LEVEL_NAMES)[number];
