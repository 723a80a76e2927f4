import { seedOf } from '@offloop/tools';
import { encodeRequest, messages, type MessageSpec } from '@offloop/wire';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { data } from './support/data.js';
import { connected, start } from './support/harness.js';
import { RawClient, requestBytes } from './support/raw-client.js';

const seed = { seed: seedOf('fuzz') };

const entry = { name: 'm', key: data('k'), value: data('v'), threadId: 1n };
const listen = { name: 'm', includeValue: true, listenerFlags: 127, localOnly: true };

/** Requests to start from. Their bytes are then damaged, so that what comes out is nearly right. */
const templates: readonly Buffer[] = [
  requestBytes(messages.map.set, { ...entry, ttl: 5n }, 1n),
  requestBytes(
    messages.map.putAll,
    { name: 'm', entries: [[data('a'), data('b')]], triggerMapLoader: true },
    2n,
  ),
  requestBytes(messages.map.tryLock, { ...entry, lease: 5n, timeout: 5n, referenceId: 1n }, 3n),
  requestBytes(messages.map.addEntryListener, listen, 4n),
  requestBytes(messages.map.getEntryView, entry, 5n),
  requestBytes(messages.map.replaceIfSame, { ...entry, testValue: data('v') }, 6n),
  encodeRequest(messages.client.createProxies, { proxies: [['m', 'hz:impl:mapService']] }),
];

const everyType = Object.values<Readonly<Record<string, MessageSpec>>>(messages)
  .flatMap((specs) => Object.values(specs))
  .map((spec) => spec.id);

const damage = fc.record({
  template: fc.nat(templates.length - 1),
  type: fc.option(fc.constantFrom(...everyType)),
  bytes: fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { maxLength: 3 }),
});

function damaged({
  template,
  type,
  bytes,
}: {
  template: number;
  type: number | null;
  bytes: [number, number][];
}) {
  const message = Buffer.from(templates[template] ?? Buffer.alloc(0));
  if (type !== null) message.writeInt32LE(type, 6);
  for (const [at, value] of bytes) message[at % message.length] = value;
  return message;
}

describe('a member under damaged requests', () => {
  it('answers or closes, and serves everyone else', async () => {
    const member = await start({ maxMessageBytes: 100_000 });
    const witness = await connected(member, { msb: 7n, lsb: 7n });
    const property = fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 5 }), async (requests) => {
      const client = await RawClient.connect(member, { msb: 6n, lsb: 6n });
      client.socket.write(Buffer.concat(requests.map(damaged)));
      await witness.call(messages.map.size, { name: 'witness' });
      await client.close();
    });
    await fc.assert(property, { numRuns: 300, ...seed });
    expect(member.logged.filter((line) => line.startsWith('error'))).toEqual([]);
    expect(member.stats().requests['map.size']).toBeGreaterThanOrEqual(300);
  });
});
