import { describe, expect, test } from 'vitest';

import { DEFAULT_CATALOGUE } from '../../src/catalogue/catalogue.js';
import { CommandError } from '../../src/cli/command-error.js';
import { serverOptions } from '../../src/cli/server-options.js';
import { thrown } from '../support/thrown.js';

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
    const error = thrown(CommandError, () => serverOptions(args));
    expect(error.exitCode).toBe(2);
    expect(error.message).toContain(reason);
  });
});
