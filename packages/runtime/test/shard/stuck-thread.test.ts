import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { Caller } from '../../src/caller/caller.js';
import { readCommonBytes, readCommonValue } from '../../src/protocol/common-values.js';
import { FloorError, FloorErrorCode } from '../../src/protocol/errors.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'offloop-stuck-'));
});
afterEach(() => {
  // Lets the thread go, too.
  rmSync(folder, { recursive: true, force: true });
});

test('a thread that is in native code at shutdown is left behind, and its calls are rejected', async () => {
  const begun = join(folder, 'begun');
  const caller = new Caller(
    {
      shards: 1,
      entry: new URL('support/stuck-agent.mjs', import.meta.url),
      create: () => {
        throw new Error('has a thread');
      },
      name: 'stuck',
      thread: { lingerMicros: 0, callerStallTimeoutMillis: 60_000, maxSpilledBytes: 2 ** 25 },
      callerLingerMicros: 0,
      requestRingBytes: 1024,
      completionRingBytes: 1024,
      reportsHeap: false,
      maxPendingCalls: 10,
      maxPendingBytes: 1000,
      settings: () => ({ begun }),
    },
    {
      makeError: FloorError.make,
      read: readCommonValue,
      readSpilled: (kind, [body]) => readCommonBytes(kind, Buffer.from(body), 0, body.byteLength),
      readError: (failure) => new Error(String(failure)),
    },
    {
      onControl: () => undefined,
      onEvent: () => undefined,
      onRestart: () => undefined,
      onEnd: () => undefined,
    },
  );
  caller.start();
  const call = new Promise((resolve, reject) => {
    const request = { maxBytes: 0, target: 0, write: (_to: unknown, at: number) => at };
    caller.send(0, { operation: { flags: 0 }, request, resolve, reject });
  });
  const outcome = call.catch((error: unknown) => error);
  // oxlint-disable-next-line no-await-in-loop
  while (!existsSync(begun)) await delay(5);
  await caller.stop(50);
  expect(await outcome).toMatchObject({ code: FloorErrorCode.CLOSED });
  expect(existsSync(begun)).toBe(true);
});
