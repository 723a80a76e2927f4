import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import winston from 'winston';
import { type ClientConfig, resolveConfig } from '../../src/config/client-config.js';
import { adaptedLogger, type ForeignLogger } from '../../src/logging/foreign-loggers.js';
import { LogLevel } from '../../src/logging/logger.js';

/** Keeps what is written, line by line. */
class Lines extends Writable {
  text = '';
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
  get json(): Record<string, unknown>[] {
    return this.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }
}

const problem = Object.assign(new Error('no such host'), { code: 'ENOTFOUND' });

function speak(logger: ReturnType<typeof adaptedLogger>): void {
  logger.error('Cluster', 'lost', problem);
  logger.warn('Cluster', 'slow');
  logger.info('Client', 'started');
  logger.debug('Client', 'detail');
  logger.trace('Client', 'finest');
  logger.log(LogLevel.INFO, 'Client', 'by number', null);
}

test('pino gets the message, its source and its error as it writes them', () => {
  const lines = new Lines();
  speak(adaptedLogger(pino({ level: 'trace', base: null }, lines), 'OFF'));
  expect(lines.json).toMatchObject([
    { level: 50, source: 'Cluster', msg: 'lost', err: { message: 'no such host', code: 'ENOTFOUND' } },
    { level: 40, source: 'Cluster', msg: 'slow' },
    { level: 30, source: 'Client', msg: 'started' },
    { level: 20, source: 'Client', msg: 'detail' },
    { level: 10, source: 'Client', msg: 'finest' },
    { level: 30, source: 'Client', msg: 'by number' },
  ]);
});

test.each([
  ['npm', winston.config.npm.levels, 'silly', ['error', 'warn', 'info', 'debug', 'silly', 'info']],
  ['syslog', winston.config.syslog.levels, 'debug', ['error', 'warning', 'info', 'debug', 'debug', 'info']],
])("winston gets them too, by the names of %s's levels", (_name, levels, level, expected) => {
  const lines = new Lines();
  const logger = winston.createLogger({
    levels,
    level,
    transports: new winston.transports.Stream({ stream: lines }),
  });
  speak(adaptedLogger(logger, 'OFF'));
  expect(lines.json.map((line) => line['level'])).toEqual(expected);
  const [lost, slow] = lines.json;
  const error = { name: 'Error', message: 'no such host', code: 'ENOTFOUND', stack: problem.stack };
  expect(lost).toEqual({ level: 'error', message: 'lost', source: 'Cluster', error });
  expect(slow).toMatchObject({ message: 'slow', source: 'Cluster' });
});

test('a console gets lines with source and message, down to the level of the properties', () => {
  const lines = new Lines();
  speak(adaptedLogger(new Console(lines), 'INFO'));
  expect(lines.text).toMatch(
    /^\[offloop\] Cluster: lost Error: no such host\n[\s\S]*\n\[offloop\] Cluster: slow\n\[offloop\] Client: started\n\[offloop\] Client: by number\n$/,
  );
});

test('a logger of our kind stays itself', () => {
  const own = { log() {}, error() {}, warn() {}, info() {}, debug() {}, trace() {} };
  expect(adaptedLogger(own, 'INFO')).toBe(own);
});

test('the configuration takes them all by their own types', () => {
  const given: NonNullable<ClientConfig['customLogger']>[] = [
    console,
    pino({ enabled: false }),
    winston.createLogger(),
  ];
  for (const customLogger of given) expect(resolveConfig({ customLogger }).customLogger).toBe(customLogger);
  const half = { child() {}, error() {} } as unknown as ForeignLogger;
  expect(() => resolveConfig({ customLogger: half })).toThrow(
    /log, warn, info, debug, trace missing.*pino, winston/,
  );
});
