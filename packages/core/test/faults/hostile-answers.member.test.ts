import type { Fault } from '@offloop/member';
import { encodeEvent, EXCEPTION_MESSAGE_TYPE, messages } from '@offloop/wire';
import type { IMap } from 'offloop';
import { beforeEach, describe, expect, test } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';
import { codeOf, connectMap, eventually, type ConnectedMap } from '../client/support/client-bench.js';
import { TESTED_WORKERS } from '../client/support/workers.js';
import { Code } from '../client/support/codes.js';
import { answerWith, responseTo } from './support/scripted.js';
import { figuresOf } from '../client/support/figures.js';

const TYPE_OFFSET = 6;

const member = await embeddedMember();

/** An answer of `map.get` with a value of a type and a payload, to the call of that number. */
function answer(correlationId: bigint, type: number, payload: Uint8Array): Buffer {
  const data = Buffer.alloc(8 + payload.length);
  data.writeInt32BE(type, 4);
  data.set(payload, 8);
  return responseTo({ correlationId }, messages.map.get, { response: data });
}

const answerOnce = (message: string, bytes: (correlationId: bigint) => Buffer): Fault =>
  answerWith(member, message, ({ correlationId }) => bytes(correlationId), 1);

function text(bytes: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

const STRING = -11;
const JSON_TYPE = -130;

describe.each([TESTED_WORKERS, 0])('with workers: %s', (workers) => {
  let connected: ConnectedMap<string, string>;
  let map: IMap<string, string>;
  beforeEach(async () => {
    connected = await connectMap(member.address, { runtime: { workers } });
    ({ map } = connected);
  });
  const shard = (): object => figuresOf(connected.client);

  test('an answer for a call nobody made is counted and ignored', async () => {
    const late = figuresOf(connected.client).lateResponses;
    const numbers = [5n, 123_456n, (7n << 32n) | 3n, -(1n << 40n)];
    answerOnce('map.get', (id) =>
      Buffer.concat(
        [...numbers.map((number) => number + id), id].map((number) =>
          answer(number, STRING, text(Buffer.from('mine'))),
        ),
      ),
    );
    expect(await map.get('k')).toBe('mine');
    await eventually(() => figuresOf(connected.client).lateResponses === late + numbers.length);
    expect(shard()).toMatchObject({ epoch: 0, inFlight: 0, connections: 1 });
  });

  test.each([
    ['text that is not UTF-8', STRING, text(Buffer.from([0x61, 0xff, 0xc3])), 'resolved'],
    ['a string longer than its answer', STRING, Buffer.from([0x7f, 0, 0, 0, 0x61]), Code.SERIALIZATION],
    ['a type nobody knows', -77, Buffer.alloc(8), Code.SERIALIZATION],
    ['JSON that is none', JSON_TYPE, text(Buffer.from('{"a":')), Code.SERIALIZATION],
  ])('%s is its own call’s affair', async (_what, type, payload, code) => {
    await map.set('good', 'v');
    const damaged = answerOnce('map.get', (id) => answer(id, type, payload));
    const calls = [codeOf(map.get('bad')), codeOf(map.size()), codeOf(map.containsKey('good'))];
    expect(await Promise.all(calls)).toEqual([code, 'resolved', 'resolved']);
    expect(damaged.hits).toBe(1);
    expect(await map.get('good')).toBe('v');
    expect(connected.lifecycle.count('DISCONNECTED')).toBe(0);
  });

  // Of a value, of a list, and of one that nobody looks at.
  describe.each([
    ['nobody knows', 0x7f_ff01],
    ['another message has', messages.map.get.id + 1],
  ])('an answer of a type that %s', (_which, type) => {
    test.each(['map.size', 'map.containsKey', 'map.values', 'map.getAll', 'map.clear'])(
      'is its own call’s error (%s)',
      async (message) => {
        answerOnce(message, (id) => {
          const bytes = answer(id, STRING, text(Buffer.from('not what was asked for')));
          bytes.writeInt32LE(type, TYPE_OFFSET);
          return bytes;
        });
        const calls = {
          'map.size': () => map.size(),
          'map.containsKey': () => map.containsKey('k'),
          'map.values': () => map.values(),
          'map.getAll': () => map.getAll(['k']),
          'map.clear': () => map.clear(),
        };
        const call = calls[message as keyof typeof calls];
        expect(await codeOf(call())).toBe(Code.PROTOCOL);
        expect(await codeOf(call())).toBe('resolved');
        expect(connected.lifecycle.count('DISCONNECTED')).toBe(0);
      },
    );
  });

  test('an error that cannot be read is its own call’s, and costs no connection', async () => {
    const unreadable = (correlationId: bigint): Buffer => {
      const bytes = answer(correlationId, STRING, text(Buffer.from('no list of errors')));
      bytes.writeInt32LE(EXCEPTION_MESSAGE_TYPE, TYPE_OFFSET);
      return bytes;
    };
    for (const message of ['map.get', 'map.set']) answerOnce(message, unreadable);
    const calls = [codeOf(map.get('k')), codeOf(map.set('k', 'v')), codeOf(map.size())];
    expect(await Promise.all(calls)).toEqual([Code.PROTOCOL, Code.PROTOCOL, 'resolved']);
    expect(connected.lifecycle.count('DISCONNECTED')).toBe(0);
    expect(shard()).toMatchObject({ retries: 0, inFlight: 0 });
  });

  test('a connection that is reset in the middle of a frame takes no call with it that may go again', async () => {
    await map.set('k', 'v'.repeat(1000));
    const half = answerOnce('map.get', (id) =>
      answer(id, STRING, text(Buffer.alloc(1000, 'x'))).subarray(0, 500),
    );
    // The reset follows on the heels of the half: it comes with the next request of the connection.
    member.faults.add({ message: 'map.remove', times: 1, action: { kind: 'close' } });
    const read = map.get('k');
    await half.untilHit();
    expect(await codeOf(map.remove('other'))).toBe(Code.TARGET_DISCONNECTED);
    expect(await read).toBe('v'.repeat(1000));
    expect(connected.lifecycle.count('CONNECTED')).toBe(2);
  });

  test('a hundred thousand events nobody asked for keep no answer from its call', async () => {
    const event = encodeEvent(messages.client.addDistributedObjectListener, 'DistributedObject', {
      name: 'nobody asked',
      serviceName: 'hz:impl:mapService',
      eventType: 'CREATED',
      source: { msb: 1n, lsb: 2n },
    });
    const flood = Buffer.alloc(event.length * 100_000);
    for (let at = 0; at < flood.length; at += event.length) event.copy(flood, at);
    answerOnce('map.get', (id) => Buffer.concat([flood, answer(id, STRING, text(Buffer.from('at last')))]));
    const read = map.get('k');
    expect(await map.size()).toBe(0);
    expect(await read).toBe('at last');
    expect(shard()).toMatchObject({ epoch: 0, inFlight: 0 });
  });
});
