/**
 * How grave a log line is; a level includes those before it. Numbers are also keys, as in the official enum:
 * `LogLevel[0]` is `'ERROR'`.
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

/** The names `hazelcast.logging.level` takes. */
export const LOG_LEVEL_NAMES = ['OFF', 'ERROR', 'WARN', 'INFO', 'DEBUG', 'TRACE'] as const;
export type LogLevelName = (typeof LOG_LEVEL_NAMES)[number];
