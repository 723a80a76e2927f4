import { describe, expect, test } from 'vitest';

import { DEFAULT_CATALOGUE } from '../../src/catalogue/catalogue.js';
import { CommandError } from '../../src/cli/failure.js';
import { loadOptions } from '../../src/cli/load-options.js';
import { serverOptions } from '../../src/cli/server-options.js';

function failure(run: () => unknown): CommandError {
  try {
    run();
  } catch (error) {
    if (error instanceof CommandError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('the options of the server', () => {
  test('default to this machine only and the embedded member', () => {
    expect(serverOptions([])).toEqual({
      host: '127.0.0.1',
      port: 8080,
      cluster: undefined,
      catalogue: DEFAULT_CATALOGUE,
    });
  });

  test('are none when help is wanted', () => {
    expect(serverOptions(['--help'])).toBeUndefined();
  });

  test.each([
    [['--prot', '1'], '--prot'],
    [['--port', '70000'], '--port takes a whole number from 0 to 65535'],
    [['--port', ''], '--port takes'],
    [['--cluster', 'nowhere'], '--cluster takes HOST:PORT'],
    [['--documents', '0'], '--documents takes'],
    [['--least-bytes', '5000', '--most-bytes', '1000'], '--least-bytes must not be above'],
    [['extra'], 'extra'],
  ])('%j end it with 2 and a reason', (args, reason) => {
    const error = failure(() => serverOptions(args));
    expect(error.exitCode).toBe(2);
    expect(error.message).toContain(reason);
  });
});

describe('the options of the load', () => {
  const ids = (args: readonly string[]): string[] =>
    (loadOptions(args)?.workloads ?? []).flatMap(({ approaches }) => approaches.map(({ id }) => id));

  test('default to both workloads, with every approach in each', () => {
    expect(ids([])).toEqual([
      'sync',
      'timeslice-setImmediate',
      'official',
      'workers',
      'workers-get',
      'sync',
      'fib-setImmediate',
      'fib-nextTick',
      'fib-setTimeout',
      'workers-fib',
    ]);
  });

  test('name approaches, or all of them', () => {
    expect(ids(['--workload', 'quote', '--contenders', 'workers,sync'])).toEqual(['sync', 'workers']);
    expect(ids(['--workload', 'quote', '--contenders', 'all'])).toContain('official-pool');
  });

  test.each([
    [['--workload', 'mine'], '--workload takes quote, fib or both'],
    [['--contenders', 'nobody'], "got 'nobody'"],
    [['--workload', 'fib', '--contenders', 'official'], "got 'official'"],
    [['--rounds', '0'], '--rounds takes'],
  ])('%j end it with a reason', (args, reason) => {
    expect(failure(() => loadOptions(args)).message).toContain(reason);
  });
});
