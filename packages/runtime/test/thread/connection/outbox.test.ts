import { Writable } from 'node:stream';
import { expect, test } from 'vitest';

import { Outbox } from '../../../src/thread/connection/outbox.js';
import { StreamWriter, type WritableSocket } from '../../../src/thread/connection/socket-writer.js';

/** A socket that takes bytes when it is told to. */
class Slow extends Writable {
  /** Bytes of each system call. */
  readonly calls: number[] = [];
  /** What it was given last: memory that may be used again once it is taken. */
  given: Buffer[] = [];
  #takeThem: (() => void) | undefined;

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.given = [chunk];
    this.#call(chunk.length, done);
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.given = chunks.map(({ chunk }) => chunk);
    this.#call(
      chunks.reduce((sum, { chunk }) => sum + chunk.length, 0),
      done,
    );
  }

  /** Takes what was given last. */
  async take(): Promise<void> {
    const done = this.#takeThem;
    this.#takeThem = undefined;
    done?.();
    await new Promise((resolve) => setImmediate(resolve));
  }

  #call(bytes: number, done: () => void): void {
    this.calls.push(bytes);
    this.#takeThem = done;
  }
}

function outbox(): { box: Outbox; socket: Slow; done: number[]; taken: boolean[] } {
  const socket = new Slow();
  const done: number[] = [];
  const taken: boolean[] = [];
  const box = new Outbox(new StreamWriter(socket as unknown as WritableSocket), {
    onTaken: (isMuch) => taken.push(isMuch),
    onDone: (slot) => done.push(slot),
  });
  return { box, socket, done, taken };
}

function add(box: Outbox, slot: number, length: number): void {
  box.add(slot, 0, Buffer.alloc(length + 2, slot), 1, length);
}

test('all calls of a drain are one write, which follows the one before', async () => {
  const { box, socket, done } = outbox();
  for (let slot = 0; slot < 10; slot++) add(box, slot, 10);
  box.flush();
  for (let slot = 10; slot < 15; slot++) add(box, slot, 10);
  box.flush();
  expect(socket.calls).toEqual([100]);
  await socket.take();
  expect(socket.calls).toEqual([100, 50]);
  box.report();
  expect(done).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  await socket.take();
  box.report();
  expect(done).toHaveLength(15);
});

test('much goes out in parts, so that what waits is known', async () => {
  const { box, socket, done } = outbox();
  for (let slot = 0; slot < 8; slot++) add(box, slot, 100_000);
  box.flush();
  for (let i = 0; i < 3; i++) await socket.take();
  expect(socket.calls).toEqual([300_000, 300_000, 200_000]);
  box.report();
  expect(done).toHaveLength(8);
});

test('the caller is told of little when something else comes, of much at once', async () => {
  const { box, socket, done, taken } = outbox();
  for (let slot = 0; slot < 4; slot++) {
    add(box, slot, 20_000);
    box.flush();
    await socket.take();
  }
  expect(taken).toEqual([false, false, false, true]);
  expect(done).toEqual([]);
  box.report();
  expect(done).toEqual([0, 1, 2, 3]);
});

test('at the end each call is completed once, whatever the socket does then', async () => {
  const { box, socket, done } = outbox();
  for (let slot = 0; slot < 3; slot++) {
    add(box, slot, 300_000);
    box.flush();
  }
  await socket.take();
  box.drop();
  expect(done).toEqual([0, 1, 2]);
  await socket.take();
  box.report();
  expect(done).toHaveLength(3);
  expect(socket.calls).toHaveLength(2);
});

test('what is no call overtakes those that wait, and counts as sent', async () => {
  const { box, socket } = outbox();
  expect(box.checkSent()).toBe(false);
  box.send([Buffer.alloc(8)]);
  expect(box.checkSent()).toBe(true);
  expect(box.checkSent()).toBe(false);
  add(box, 0, 1);
  box.flush();
  expect(box.checkSent()).toBe(true);
  expect(socket.calls).toEqual([8]);
});

test('memory that the socket has let go of is used again, and none that it holds', async () => {
  const { box, socket } = outbox();
  const memories = new Set<ArrayBufferLike>();
  for (let slot = 0; slot < 50; slot++) {
    add(box, slot, 40_000);
    box.flush();
    const held = socket.given.map((bytes) => Buffer.from(bytes));
    add(box, slot + 1, 20_000);
    expect(socket.given.map((bytes) => bytes.equals(held.shift()!))).not.toContain(false);
    for (const { buffer } of socket.given) memories.add(buffer);
    await socket.take();
    await socket.take();
  }
  expect(memories.size).toBeLessThan(4);
});

test('frames in memory of their own keep their place', async () => {
  const { box, socket, done } = outbox();
  add(box, 1, 10);
  box.addWhole(2, 0, Buffer.alloc(100_000, 2));
  add(box, 3, 10);
  box.flush();
  expect(Buffer.concat(socket.given)).toEqual(
    Buffer.concat([Buffer.alloc(10, 1), Buffer.alloc(100_000, 2), Buffer.alloc(10, 3)]),
  );
  await socket.take();
  box.report();
  expect(done).toEqual([1, 2, 3]);
});
