import type { IMap } from 'offloop';
import { MessagePort } from 'node:worker_threads';
import { afterEach, expect, test, vi } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';
import { connect, freshMap } from '../client/support/client-bench.js';
import type { ComputeTask } from '../../src/transforms/compute-task.js';
import { fn } from './support/functions.js';

const MEGABYTE = 2 ** 20;

const member = await embeddedMember();
afterEach(() => {
  vi.restoreAllMocks();
});

async function withValues(): Promise<{ map: IMap<string, unknown> }> {
  const { client } = await connect(member.address, { runtime: { transforms: { threads: 1 } } });
  const map = await freshMap<string, unknown>(client);
  await map.setAll(
    Array.from({ length: 4 }, (_, i): [string, unknown] => [`k${i}`, { text: 'ä'.repeat(MEGABYTE / 2) }]),
  );
  await map.getTransformed('k0', fn('thread'));
  return { map };
}

type Reviver = (key: string, value: unknown) => unknown;

/** Longest text made of bytes on this thread, and longest text parsed, while `run` runs. */
async function longestRead(run: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  const note = (length: number): void => {
    longest = Math.max(longest, length);
  };
  const bytes = Buffer.prototype as unknown as Record<
    'utf8Slice' | 'latin1Slice',
    (...args: number[]) => string
  >;
  for (const name of ['utf8Slice', 'latin1Slice'] as const) {
    const real = bytes[name];
    vi.spyOn(bytes, name).mockImplementation(function (this: Buffer, ...args: number[]) {
      const text = real.apply(this, args);
      note(text.length);
      return text;
    });
  }
  const parse: (text: string, reviver?: Reviver) => unknown = JSON.parse;
  vi.spyOn(JSON, 'parse').mockImplementation((text: string, reviver?: Reviver): unknown => {
    note(text.length);
    return parse(text, reviver);
  });
  await run();
  vi.restoreAllMocks();
  return longest;
}

test('values that are transformed are never text on the caller’s thread; with get they are', async () => {
  const { map } = await withValues();
  const keys = ['k0', 'k1', 'k2', 'k3'];
  expect(await longestRead(() => map.get('k0'))).toBeGreaterThan(MEGABYTE / 2);
  expect(await longestRead(() => map.getTransformed('k0', fn('lengthOf')))).toBeLessThan(1000);
  expect(await longestRead(() => map.getAllTransformed(keys, fn('lengthOf')))).toBeLessThan(1000);
});

test('the message reaches the compute thread by transfer: nothing of it is left on this thread', async () => {
  const { map } = await withValues();
  const messages: ArrayBuffer[] = [];
  const lengths: number[] = [];
  const post = Reflect.get(MessagePort.prototype, 'postMessage') as (...args: unknown[]) => void;
  vi.spyOn(MessagePort.prototype, 'postMessage').mockImplementation(function (this: MessagePort, ...args) {
    const { task } = args[0] as { task?: ComputeTask };
    if (task?.input.kind === 'value') {
      messages.push(task.input.message);
      lengths.push(task.input.message.byteLength);
    }
    post.apply(this, args);
  });
  await map.getTransformed('k0', fn('lengthOf'));
  expect(lengths).toEqual([expect.closeTo(MEGABYTE, -3)]);
  expect(messages.map((message) => message.byteLength)).toEqual([0]);
});
