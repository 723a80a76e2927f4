import { format } from 'node:util';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { ConsoleLogger } from '../../src/logging/console-logger.js';
import { LOG_LEVEL_NAMES, LogLevel } from '../../src/logging/logger.js';

const official = createRequire(import.meta.url)('hazelcast-client') as { LogLevel: object };

it('log levels are those of the official enum, both ways', () => {
  expect(LogLevel).toEqual(official.LogLevel);
});

it.each(LOG_LEVEL_NAMES)('at level %s, graver lines are written and others are not', (name) => {
  const lines: string[] = [];
  const logger = new ConsoleLogger(LogLevel[name], {
    log: (...args: unknown[]) => void lines.push(format(...args)),
  });
  logger.error('A', 'message');
  logger.warn('A', 'message');
  logger.info('A', 'message');
  logger.debug('A', 'message');
  logger.trace('A', 'message');
  const expected = ['ERROR', 'WARN', 'INFO', 'DEBUG', 'TRACE'].slice(0, LogLevel[name] + 1);
  expect(lines).toEqual(expected.map((each) => `[offloop] ${each} at A: message`));
});

it('further information follows the line', () => {
  const written: unknown[] = [];
  const logger = new ConsoleLogger(LogLevel.INFO, {
    log: (...args: unknown[]) => void written.push(args.at(-1)),
  });
  const error = new Error('why');
  logger.warn('A', 'message', error);
  expect(written).toEqual(['message', error]);
});
