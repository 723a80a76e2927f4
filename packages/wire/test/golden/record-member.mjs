// Writes real-member.json: what a real Hazelcast member sends in answer to fixed requests. Needs Java 17 and Maven:
//   node packages/wire/test/golden/record-member.mjs
// UUIDs, ports and times differ from run to run, so run it again only for another member version or more answers.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { HAZELCAST_VERSION, startRealMember } from '../../../../tools/dist/index.js';
import {
  CONNECTION_PREAMBLE,
  correlationLow,
  dataHash,
  encodeRequest,
  eventById,
  isEvent,
  messages,
  MessageScanner,
  messageType,
  partitionIdOf,
} from '../../dist/index.js';

const data = (text) => {
  const utf8 = Buffer.from(text);
  const head = Buffer.alloc(12);
  head.writeInt32BE(-11, 4);
  head.writeInt32BE(utf8.length, 8);
  return Buffer.concat([head, utf8]);
};

const login = {
  clusterName: 'dev',
  username: null,
  password: null,
  uuid: { msb: 0x1122334455667788n, lsb: -2n },
  clientType: 'NJS',
  serializationVersion: 1,
  clientHazelcastVersion: '5.7.0',
  clientName: 'recorder',
  labels: ['golden'],
};
const name = 'golden';
const key = data('key');
const value = data('value');
const partitionOfKey = partitionIdOf(dataHash(key, 0, key.length), 271);
const threadId = 1n;
const broken = Buffer.from('00000000fffffffe00', 'hex');

/** Requests in order; each answer is awaited before the next request. */
const steps = [
  ['client', 'authentication', messages.client.authentication, { ...login, clusterName: 'another' }],
  ['client', 'authentication', messages.client.authentication, login],
  [
    'client',
    'authentication',
    messages.client.authentication,
    { ...login, routingMode: 1, cpDirectToLeaderRouting: false },
  ],
  ['client', 'addClusterViewListener', messages.client.addClusterViewListener, {}],
  ['client', 'localBackupListener', messages.client.localBackupListener, {}],
  ['client', 'ping', messages.client.ping, {}],
  ['client', 'createProxy', messages.client.createProxy, { name, serviceName: 'hz:impl:mapService' }],
  ['client', 'getDistributedObjects', messages.client.getDistributedObjects, {}],
  [
    'map',
    'addEntryListener',
    messages.map.addEntryListener,
    { name, includeValue: true, listenerFlags: 1, localOnly: false },
  ],
  ['map', 'get', messages.map.get, { name, key, threadId }],
  ['map', 'put', messages.map.put, { name, key, value, threadId, ttl: -1n }],
  ['map', 'put', messages.map.put, { name, key, value, threadId, ttl: -1n }],
  ['map', 'get', messages.map.get, { name, key, threadId }],
  ['map', 'set', messages.map.set, { name, key, value, threadId, ttl: -1n }],
  ['map', 'size', messages.map.size, { name }],
  ['map', 'containsKey', messages.map.containsKey, { name, key, threadId }],
  ['map', 'entrySet', messages.map.entrySet, { name }],
  ['map', 'keySet', messages.map.keySet, { name }],
  ['map', 'getEntryView', messages.map.getEntryView, { name, key, threadId }],
  ['map', 'delete', messages.map.delete, { name, key, threadId }],
  ['map', 'executeOnKey', messages.map.executeOnKey, { name, entryProcessor: broken, key, threadId }],
];

async function record(host, port) {
  const answers = [];
  for (const group of [steps.slice(0, 1), [steps[1]], steps.slice(2)]) {
    const socket = connect(port, host);
    await once(socket, 'connect');
    socket.write(CONNECTION_PREAMBLE);
    const answersOf = messagesOf(socket);
    for (const [service, message, spec, values] of group) {
      const id = answers.length + 1;
      const partitionId = spec.routing === 'key' ? partitionOfKey : -1;
      socket.write(encodeRequest(spec, values, { correlationLow: id, partitionId }));
      for (let answered = false; !answered;) {
        const { value: bytes } = await answersOf.next();
        if (isEvent(bytes, 0)) {
          const known = eventById(messageType(bytes, 0));
          answers.push({
            service: known.service,
            message: known.name,
            event: known.event,
            hex: bytes.toString('hex'),
          });
        } else if (correlationLow(bytes, 0) === id) {
          const error = messageType(bytes, 0) === 0;
          answers.push({ service, message, ...(error ? { error } : {}), hex: bytes.toString('hex') });
          answered = true;
        }
      }
    }
    socket.destroy();
  }
  return answers;
}

async function* messagesOf(socket) {
  const scanner = new MessageScanner();
  let bytes = Buffer.alloc(0);
  for await (const chunk of socket) {
    bytes = Buffer.concat([bytes, chunk]);
    for (let length; (length = scanner.scan(bytes, 0, bytes.length)) > 0; bytes = bytes.subarray(length)) {
      yield bytes.subarray(0, length);
    }
  }
}

const member = await startRealMember();
try {
  const answers = await record(member.host, member.port);
  const lines = answers.map((answer) => `    ${JSON.stringify(answer)}`).join(',\n');
  writeFileSync(
    new URL('real-member.json', import.meta.url),
    `{\n  "madeBy": "Hazelcast ${HAZELCAST_VERSION}",\n  "answers": [\n${lines}\n  ]\n}\n`,
  );
  console.log(`${answers.length} answers of Hazelcast ${HAZELCAST_VERSION}`);
} finally {
  await member.kill();
}
