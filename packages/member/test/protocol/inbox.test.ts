import { CONNECTION_PREAMBLE, encodeRequest, messages, ProtocolError } from '@offloop/wire';
import { describe, expect, it } from 'vitest';

import { Inbox } from '../../src/protocol/inbox.js';

const LIMIT = 1024 * 1024;

function request(name: string, correlationLow: number): Buffer {
  return encodeRequest(messages.map.size, { name }, { correlationLow });
}

/** The messages an inbox hands over, as copies; `stopAfter` of them at a time. */
function collecting(stopAfter = Infinity) {
  const met: Buffer[] = [];
  const inbox = new Inbox(LIMIT, (bytes, start, end) => {
    met.push(Buffer.from(bytes.subarray(start, end)));
    return met.length % stopAfter !== 0;
  });
  return { met, inbox };
}

const sent = [request('a', 1), request('b'.repeat(10_000), 2), request('c', 3), request('', 4)];
const stream = Buffer.concat([CONNECTION_PREAMBLE, ...sent]);

describe('Inbox', () => {
  it.each([1, 2, 3, 7, 64, 4096, stream.length])('finds the same messages in pieces of %i bytes', (size) => {
    const { met, inbox } = collecting();
    for (let at = 0; at < stream.length; at += size) inbox.receive(stream.subarray(at, at + size));
    expect(met).toEqual(sent);
  });

  it('hands over nothing while it is stopped, and goes on where it was', () => {
    const { met, inbox } = collecting(1);
    inbox.receive(stream.subarray(0, 100));
    expect(met).toEqual(sent.slice(0, 1));
    expect(inbox.stopped).toBe(true);
    inbox.receive(stream.subarray(100));
    expect(met).toEqual(sent.slice(0, 1));
    while (inbox.stopped) inbox.proceed();
    expect(met).toEqual(sent);
  });

  it.each([
    ['another protocol', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
    ['a preamble that is wrong at its end', Buffer.from('CPX')],
    ['a frame that is shorter than its header', Buffer.from([...CONNECTION_PREAMBLE, 5, 0, 0, 0, 0, 0])],
    ['a negative length', Buffer.from([...CONNECTION_PREAMBLE, 0, 0, 0, 0x80, 0, 0xc0])],
    ['a message beyond the limit', Buffer.from([...CONNECTION_PREAMBLE, 1, 0, 0x10, 0, 0, 0xc0])],
  ])('refuses %s', (_what, bytes) => {
    const { met, inbox } = collecting();
    expect(() => inbox.receive(bytes)).toThrow(ProtocolError);
    expect(met).toEqual([]);
  });
});
