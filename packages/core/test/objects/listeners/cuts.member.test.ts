import { describe, expect, test } from 'vitest';

import { embeddedMember } from '../../client/support/embedded-member.js';
import { connect, eventually, TESTED_WORKERS, THREADS } from '../../client/support/client-bench.js';
import { startProxiedMember } from '../../client/support/proxied-member.js';
import { watchWorkers } from '../../client/support/worker-watch.js';
import { callAfterCuts } from './support/after-cuts.js';
import { listenTo } from './support/listened.js';

const member = await embeddedMember();

describe.each(Object.entries(listenTo))('a listener of a %s', (kind, listen) => {
  test.each([TESTED_WORKERS, 0])(
    'hears again after each cut, once, of every call made on the new connection, with workers: %s',
    async (workers) => {
      const { member: behind, proxy } = await startProxiedMember();
      const { client } = await connect(proxy.address, { runtime: { workers } });
      const { change, lines, line, end } = await listen(client, client, 'cut');
      const texts = await callAfterCuts(proxy, client, 5, 50, change);
      await eventually(() => lines().length >= texts.length);
      expect(await end()).toBe(true);
      expect(lines()).toEqual(texts.map(line));
      expect(behind.stats().protocolErrors).toBe(0);
    },
  );

  describe('when the worker dies', () => {
    const { killYoungest } = watchWorkers();

    test('is registered again by its successor, and nothing is heard twice', async () => {
      const { client, lifecycle } = await connect(member.address, { runtime: { workers: THREADS } });
      const name = `dead ${kind}`;
      const { change, lines, line } = await listen(client, client, name);
      const gone = await listen(client, client, name);
      await gone.end();
      await killYoungest();
      await lifecycle.until('CONNECTED', 2);
      const texts = Array.from({ length: 50 }, (_, i) => `${i}`);
      await Promise.all(texts.map(change));
      await eventually(() => lines().length >= texts.length);
      expect(lines()).toEqual(texts.map(line));
      expect(gone.lines()).toEqual([]);
    });
  });
});
