import { beforeEach, expect, test } from 'vitest';

import type { Connection } from '../../src/connection/connection.js';
import type { InternalCalls } from '../../src/connection/internal-calls.js';
import type { MemberDescription } from '@offloop/contract';
import { BackupListeners } from '../../src/listeners/backup-listeners.js';

const member = (uuid: string, liteMember = false): MemberDescription =>
  ({ uuid, liteMember }) as MemberDescription;
const MEMBERS = [member('a'), member('b'), member('lite', true)];

/** By member: says that it has the listener. */
let confirm: Map<string, () => void>;
let listeners: BackupListeners;
beforeEach(() => {
  confirm = new Map();
  const calls = {
    call: ({ memberUuid }: Connection, _spec: unknown, _values: unknown, decode: () => void) =>
      new Promise<void>((resolve) => {
        confirm.set(memberUuid, () => resolve(decode()));
      }),
  };
  listeners = new BackupListeners(true, calls as unknown as InternalCalls, {
    onBackupAck: () => undefined,
    onBackupListenerRefused: () => undefined,
  });
});

const connection = (memberUuid: string): Connection => ({ memberUuid, isClosed: false }) as Connection;

function connect(uuid: string): Connection {
  const made = connection(uuid);
  listeners.listen(made, () => listeners.review(MEMBERS));
  return made;
}

test('acks are asked for once every member that keeps backups has confirmed its listener', () => {
  connect('a');
  connect('b');
  expect(listeners.areComplete).toBe(false);
  confirm.get('a')!();
  expect(listeners.areComplete).toBe(false);
  confirm.get('b')!();
  expect(listeners.areComplete).toBe(true);
});

test('and no longer when a connection is lost, until the next one has its own listener', () => {
  connect('a');
  const lost = connect('b');
  for (const confirmed of confirm.values()) confirmed();
  listeners.forget(lost);
  listeners.review(MEMBERS);
  expect(listeners.areComplete).toBe(false);
  connect('b');
  listeners.review(MEMBERS);
  expect(listeners.areComplete).toBe(false);
  confirm.get('b')!();
  expect(listeners.areComplete).toBe(true);
});

test('nor when a member joins that is not connected', () => {
  connect('a');
  connect('b');
  for (const confirmed of confirm.values()) confirmed();
  listeners.review([...MEMBERS, member('c')]);
  expect(listeners.areComplete).toBe(false);
});
