import { afterEach, expect } from 'vitest';

import { startMember } from '../../src/index.js';
import type { LogLevel, Member, MemberOptions } from '../../src/index.js';
import { RawClient, RemoteError } from './raw-client.js';
import type { ClientUuid } from './raw-client.js';

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

/** Has `cleanup` run after the test, in reverse order. */
export function afterTest(cleanup: () => Promise<unknown>): void {
  cleanups.push(cleanup);
}

/** Starts a member that ends with the test and keeps what it logs. */
export async function start(options: MemberOptions = {}): Promise<Member & { logged: string[] }> {
  const logged: string[] = [];
  const log = (level: LogLevel, message: string): void => void logged.push(`${level} ${message}`);
  const member = await startMember({ log, ...options });
  afterTest(() => member.stop());
  return Object.assign(member, { logged });
}

/** An authenticated client that ends with the test. */
export async function connected(member: Member, uuid?: ClientUuid): Promise<RawClient> {
  const client = await RawClient.connect(member, uuid);
  afterTest(() => client.close());
  return client;
}

/** A client that has sent the preamble only. */
export async function opened(member: Member): Promise<RawClient> {
  const client = await RawClient.open(member);
  afterTest(() => client.close());
  return client;
}

/** What the member answered instead of a result. */
export async function remoteError(promise: Promise<unknown>): Promise<RemoteError['holder']> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(RemoteError);
  return (error as RemoteError).holder;
}
