import { once } from 'node:events';
import { startMember } from '@offloop/member';
import { freeze, freePort, startFaultProxy } from '@offloop/tools';
import { Client } from 'offloop';
import { expect, onTestFinished, test } from 'vitest';

import { configFor } from './support/client-bench.js';
import { start, type Program } from './support/programs.js';

/** Sends an event and resolves to its answer. As in the service, there is one event at a time. */
async function invoke({ child }: Program, cart: string): Promise<unknown> {
  const answer = once(child, 'message');
  child.send({ cart });
  return (await answer)[0];
}

test.skipIf(process.platform === 'win32')(
  'a function whose container was frozen answers when it is thawed, also when its connection was lost meanwhile',
  async () => {
    const port = await freePort();
    // All clients reach the member through the proxy, so that it can cut their connections.
    const proxy = await startFaultProxy({ target: `127.0.0.1:${port}` });
    onTestFinished(() => proxy.close());
    const advertise = { host: proxy.host, port: proxy.port };
    const member = await startMember({ port, advertise, log: () => undefined });
    onTestFinished(() => member.stop());
    const filler = await Client.newHazelcastClient(configFor(member));
    await (await filler.getMap('carts')).set('ada', { items: 2 });
    await filler.shutdown();
    const found = { statusCode: 200, body: '{"items":2}' };

    const container = start('test/support/lambda-container.mjs', proxy.address);
    await once(container.child, 'message');
    expect(await invoke(container, 'ada')).toEqual(found);
    expect(await invoke(container, 'nobody')).toEqual({ statusCode: 404 });

    const accepted = proxy.accepted;
    await freeze(container.child.pid);
    container.child.kill('SIGCONT');
    expect(await invoke(container, 'ada')).toEqual(found);
    expect(proxy.accepted).toBe(accepted);

    await freeze(container.child.pid);
    proxy.cutAll();
    container.child.kill('SIGCONT');
    expect(await invoke(container, 'ada')).toEqual(found);
    expect(proxy.accepted).toBe(accepted + 1);
  },
);
