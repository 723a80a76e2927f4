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

const OWN_REQUESTS: Readonly<Record<string, (typeof HOW)[keyof typeof HOW]>> = {
  'client.fetchSchema': HOW.askAgain,
  'client.sendSchema': HOW.askAgain,
  'client.createProxy': HOW.askAgain,
  'client.getDistributedObjects': HOW.askAgain,
  'client.destroyProxy': HOW.ofCaller,
  'client.addDistributedObjectListener': HOW.onSilence,
  'client.removeDistributedObjectListener': HOW.onSilence,
  'client.sendAllSchemas': HOW.onSilence,
  'client.addClusterViewListener': HOW.onSilence,
  'client.localBackupListener': HOW.onSilence,
  'client.ping': HOW.onSilence,
  'client.statistics': HOW.onSilence,
  'client.authentication': HOW.attempt,
  'client.authenticationCustom': HOW.attempt,
  'cpGroup.createCPGroup': HOW.askAgain,
  'cpGroup.destroyCPObject': HOW.ofCaller,
  'cpSession.createSession': HOW.askAgain,
  'cpSession.generateThreadId': HOW.askAgain,
  'cpSession.closeSession': HOW.ofCaller,
  'cpSession.heartbeatSession': HOW.onSilence,
  'flakeIdGenerator.newIdBatch': HOW.askAgain,
  'map.addNearCacheInvalidationListener': HOW.onSilence,
  'map.fetchNearCacheInvalidationMetadata': HOW.onSilence,
  'pnCounter.getConfiguredReplicaCount': HOW.askAgain,
  'ringbuffer.headSequence': HOW.askAgain,
  'ringbuffer.tailSequence': HOW.askAgain,
  'ringbuffer.readMany': HOW.looksAtTail,
  'ringbuffer.add': HOW.ofCaller,
  'ringbuffer.addAll': HOW.ofCaller,
  'ringbuffer.capacity': HOW.ofCaller,
  'ringbuffer.remainingCapacity': HOW.ofCaller,
  'ringbuffer.size': HOW.ofCaller,
  'semaphore.getSemaphoreType': HOW.askAgain,
  'sql.execute': HOW.ofCaller,
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
  expect([...found].sort()).toEqual(Object.keys(OWN_REQUESTS).sort());
});
