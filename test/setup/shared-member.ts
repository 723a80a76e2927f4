import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  ensureHazelcastJar,
  hazelcastJar,
  javaCommand,
  startRealCluster,
  type RealMemberOptions,
} from '@offloop/tools';
import type { TestProject } from 'vitest/node';

import { ROOT } from '../support/workspace.js';

function storedMap(name: string, writeDelaySeconds: number): string {
  return `<map name="${name}"><map-store enabled="true">
    <class-name>com.hazelcast.client.test.SampleMapStore</class-name>
    <write-delay-seconds>${writeDelaySeconds}</write-delay-seconds>
  </map-store></map>`;
}

/** The tests' and the examples' own tasks, and those of Hazelcast's published tests jar. */
export const FACTORIES = `<serialization>
  <data-serializable-factories>
    <data-serializable-factory factory-id="1">Tasks</data-serializable-factory>
    <data-serializable-factory factory-id="7">WordCount$Factory</data-serializable-factory>
    <data-serializable-factory factory-id="66">com.hazelcast.client.test.IdentifiedFactory</data-serializable-factory>
    <data-serializable-factory factory-id="666">com.hazelcast.client.test.IdentifiedDataSerializableFactory</data-serializable-factory>
  </data-serializable-factories>
  <portable-factories><portable-factory factory-id="1">Tasks$Portables</portable-factory></portable-factories>
</serialization>`;

const EXECUTORS = `${FACTORIES}
  <executor-service name="small"><pool-size>1</pool-size><queue-capacity>1</queue-capacity></executor-service>
  <durable-executor-service name="small-*"><capacity>2</capacity></durable-executor-service>
  <scheduled-executor-service name="small-*"><capacity>1</capacity></scheduled-executor-service>`;

/** What objects are by the beginnings of their names. */
const CONFIGURED = `
  <split-brain-protection enabled="true" name="nine-members"><minimum-cluster-size>9</minimum-cluster-size></split-brain-protection>
  <map name="guarded"><split-brain-protection-ref>nine-members</split-brain-protection-ref></map>
  <map name="broken-store"><map-store enabled="true"><class-name>no.such.Store</class-name></map-store></map>
  ${storedMap('through-*', 0)}
  ${storedMap('behind-*', 3600)}
  <multimap name="list-*"><value-collection-type>LIST</value-collection-type></multimap>
  <queue name="bounded-*"><max-size>3</max-size></queue>
  <ringbuffer name="plain-*"><capacity>3</capacity></ringbuffer>
  <ringbuffer name="lasting-*"><capacity>3</capacity><time-to-live-seconds>600</time-to-live-seconds></ringbuffer>`;

const OPTIONS: RealMemberOptions = {
  sql: true,
  testClasses: true,
  maps: { 'object-*': { inMemoryFormat: 'OBJECT' } },
  // Members tell of what they invalidated after a second: their default is 10 s.
  properties: { 'hazelcast.map.invalidation.batchfrequency.seconds': '1' },
};

/** Tasks for executors, which the cluster knows. */
const CLASSES = ['packages/core/test/executor/support/Tasks.java', 'examples/structures/java/WordCount.java'];

/** Compiles them. @returns the folder that they are in. */
async function compiled(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'offloop-classes-'));
  const compiler = javaCommand().replace(/java$/, 'javac');
  const sources = CLASSES.map((source) => join(ROOT, source));
  await ensureHazelcastJar();
  await promisify(execFile)(compiler, ['-nowarn', '-d', folder, '-cp', hazelcastJar(), ...sources]);
  return folder;
}

/**
 * A real member, and a cluster of two, for all files that use `sharedMember` and `sharedCluster`. Processes of its own for each of them
 * would be half of their time. Each is made when the first of them asks for it.
 */
export default async function shareMembers({ config }: TestProject): Promise<() => Promise<void>> {
  const { OFFLOOP_JVM_OPTIONS: options } = config.env;
  const jvmOptions = options === undefined ? [] : options.split(' ');
  const ends: (() => Promise<void>)[] = [];
  const start = async (size: number, more: RealMemberOptions): Promise<string> => {
    const cluster = await startRealCluster(size, { ...OPTIONS, ...more, jvmOptions });
    ends.push(() => cluster.kill());
    return cluster.addresses.join();
  };
  const makers: Readonly<Record<string, () => Promise<string>>> = {
    '/member': () => start(1, { extraXml: CONFIGURED }),
    '/cluster': async () =>
      start(2, { heap: '384m', extraXml: CONFIGURED + EXECUTORS, classPath: [await made('/classes')] }),
    '/classes': async () => {
      const folder = await compiled();
      ends.push(() => rm(folder, { recursive: true }));
      return folder;
    },
  };
  const all = new Map<string, Promise<string>>();
  const made = (what: string): Promise<string> => {
    const answer = all.get(what) ?? makers[what]();
    all.set(what, answer);
    return answer;
  };
  const server = createServer(({ url }, response) => {
    made(url!).then(
      (answer) => response.end(answer),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  config.env = { ...config.env, OFFLOOP_SHARED_MEMBERS: `http://127.0.0.1:${port}` };
  return async () => {
    server.close();
    await Promise.allSettled(all.values());
    for (const end of ends) await end();
  };
}
