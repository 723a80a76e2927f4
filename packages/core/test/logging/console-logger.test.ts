import { format } from 'node:util';
import { createRequire } from 'node:module';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ConsoleLogger } from '../../src/logging/console-logger.js';
import { LOG_LEVEL_NAMES, LogLevel, type ILogger } from '../../src/logging/logger.js';

const ours = createRequire(import.meta.url);
const official = ours('hazelcast-client') as { LogLevel: object };
const officially = createRequire(ours.resolve('hazelcast-client'));

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
  expect(lines).toEqual(expected.map((each) => `[DefaultLogger] ${each} at A: message`));
});

it('lines are those of the official default logger', () => {
  const written: unknown[][] = [];
  const target = { log: (...args: unknown[]) => void written.push(args) };
  const { DefaultLogger } = officially('./logging/DefaultLogger') as {
    DefaultLogger: new (level: number) => ILogger;
  };
  const said = (logger: ILogger): unknown[][] => {
    logger.warn('Part', 'a message of %s', new Error('why'));
    logger.info('Part', 'another');
    return written.splice(0);
  };
  const spy = vi.spyOn(console, 'log').mockImplementation(target.log);
  onTestFinished(() => spy.mockRestore());
  const theirs = said(new DefaultLogger(LogLevel.INFO));
  expect(said(new ConsoleLogger(LogLevel.INFO, target))).toEqual(theirs);
  expect(theirs).toHaveLength(3);
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
