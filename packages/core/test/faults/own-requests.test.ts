import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const PACKAGES = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * What the client asks for by itself, or once for many callers, and how a lost answer is got over. A caller's own call is not here: it
 * has the caller's `timeout`.
 */
const HOW = {
  askAgain: 'core: askAgain() sends it again',
  onSilence: 'worker: InternalCalls sends it again, or rejects after 5 s',
  attempt: 'worker: the attempt to connect has a timer',
  looksAtTail: 'core: the reading loop looks at the tail, and reads again',
  ofCaller: "core: part of a caller's call, and limited as that is",
} as const;

const OWN_REQUESTS: Readonly<Record<keyof typeof HOW, string>> = {
  askAgain: `client.fetchSchema client.sendSchema client.createProxy client.getDistributedObjects
    cpGroup.createCPGroup cpSession.createSession cpSession.generateThreadId flakeIdGenerator.newIdBatch
    pnCounter.getConfiguredReplicaCount ringbuffer.headSequence ringbuffer.tailSequence
    semaphore.getSemaphoreType`,
  ofCaller: `client.destroyProxy cpGroup.destroyCPObject cpSession.closeSession ringbuffer.add ringbuffer.addAll
    ringbuffer.capacity ringbuffer.remainingCapacity ringbuffer.size sql.execute`,
  onSilence: `client.addDistributedObjectListener client.removeDistributedObjectListener client.sendAllSchemas
    client.addClusterViewListener client.localBackupListener client.ping client.statistics
    cpSession.heartbeatSession map.addNearCacheInvalidationListener map.fetchNearCacheInvalidationMetadata`,
  attempt: 'client.authentication client.authenticationCustom',
  looksAtTail: 'ringbuffer.readMany',
};

/** Where the client makes requests of its own. A structure's messages are its caller's. */
const FOLDERS = [
  'workers/src',
  'core/src/calls',
  'core/src/client',
  'core/src/cluster',
  'core/src/objects',
  'core/src/topic',
  'core/src/flake-id',
];
const ELSEWHERE =
  /\b(?:client|cpGroup|cpSession)\.\w+|pnCounter\.getConfigured\w+|semaphore\.getSemaphoreType/;

function sources(folder: string): string[] {
  return readdirSync(join(PACKAGES, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(PACKAGES, folder, file), 'utf8'));
}

function messagesIn(text: string): string[] {
  const named = [...text.matchAll(/\bmessages\.(\w+\.\w+)/g)].map(([, name]) => name);
  const taken = [...text.matchAll(/const \{([^}]*)\}[^=;]*= messages\.(\w+);/g)].flatMap(
    ([, names, service]) => names.split(',').map((name) => `${service}.${name.trim()}`),
  );
  return [...named, ...taken];
}

test('every request that the client makes of its own is listed, with what ends it when its answer is lost', () => {
  const own = FOLDERS.flatMap(sources).flatMap(messagesIn);
  const others = sources('core/src')
    .flatMap(messagesIn)
    .filter((name) => ELSEWHERE.test(name));
  // All structures register their listeners in one way, and a plain topic's messages are a caller's.
  const found = new Set(
    [...own, ...others].filter((name) => !/^topic\.|\w\.add(?:Entry)?Listener$/.test(name)),
  );
  const listed = Object.values(OWN_REQUESTS).flatMap((names) => names.split(/\s+/));
  expect([...found].sort()).toEqual(listed.sort());
});
