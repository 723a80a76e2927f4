// Writes official-client.json: what the official client's own codecs make of fixed values. Run after a build:
//   node packages/wire/test/golden/generate.mjs
// Run it again only when the table has a new service; the diff must then show added lines and no changed ones.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { messages } from '../../dist/protocol/index.js';
import { structs } from '../../dist/protocol/messages/structs.js';

const require = createRequire(import.meta.url);
const lib = (name) => require(`hazelcast-client/lib/${name}`);
const Long = createRequire(require.resolve('hazelcast-client'))('long');
const { HeapData } = lib('serialization/HeapData');
const { UUID } = lib('core/UUID');

/** Fields that 5.7.0 does not know, by structure: left out of the values. */
const UNKNOWN_TO_OFFICIAL = {
  IndexConfig: ['bTreeIndexConfig'],
  PagingPredicateHolder: ['partitionKeysData'],
};

let counter = 0;
const longs = ['0', '-1', '1', '9223372036854775807', '-9223372036854775808', '81985529216486895'];
const strings = ['', 'a', 'naïve', '日本語', '😀 emoji', 'x'.repeat(40)];

/** A value of a protocol type, in the fixture's own notation: `$…` objects stand for what JSON lacks. */
function canned(type) {
  const n = counter++;
  if (type.endsWith('?')) return n % 3 === 0 ? null : canned(type.slice(0, -1));
  const [head, ...rest] = type.split('_');
  const tail = rest.join('_');
  const [key, ...value] = rest;
  switch (head) {
    case 'int':
    case 'Integer':
      return [0, 1, -1, 2147483647, -2147483648][n % 5];
    case 'byte':
      return n % 128;
    case 'boolean':
      return n % 2 === 0;
    case 'long':
    case 'Long':
      return { $long: longs[n % longs.length] };
    case 'UUID':
      return { $uuid: [longs[n % longs.length], longs[(n + 3) % longs.length]] };
    case 'String':
      return strings[n % strings.length];
    case 'Data':
      return { $bytes: `00000000fffffff5${Buffer.from(`data ${n}`).toString('hex')}` };
    case 'byteArray':
      return { $bytes: '00ff1080'.repeat(n % 3) };
    case 'List':
      return [canned(tail), canned(tail)];
    case 'EntryList':
      return [0, 1].map(() => [canned(key), canned(value.join('_'))]);
    case 'Map':
      return { $map: [[canned(key), canned(value.join('_'))]] };
    default: {
      const fields = structs[type].filter(([name]) => !UNKNOWN_TO_OFFICIAL[type]?.includes(name));
      return Object.fromEntries(fields.map(([name, fieldType]) => [name, canned(fieldType)]));
    }
  }
}

function official(value, type) {
  if (Array.isArray(value)) return value.map((item) => official(item, type));
  if (value === null || typeof value !== 'object') return value;
  if ('$long' in value) return Long.fromString(value.$long);
  if ('$uuid' in value) return new UUID(...value.$uuid.map((half) => Long.fromString(half)));
  if ('$bytes' in value) {
    const bytes = Buffer.from(value.$bytes, 'hex');
    return /byteArray/.test(type) ? bytes : new HeapData(bytes);
  }
  if ('$map' in value) return new Map(value.$map.map((pair) => official(pair, type)));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, official(item, type)]));
}

const capital = (name) => name[0].toUpperCase() + name.slice(1);

function encoderOf(service, message) {
  try {
    const name = `${capital(service)}${capital(message)}Codec`;
    return lib(`codec/${name}`)[name].encodeRequest;
  } catch (error) {
    if (error.code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

const requests = [];
for (const [service, specs] of Object.entries(messages)) {
  for (const [message, spec] of Object.entries(specs)) {
    const encode = encoderOf(service, message);
    if (encode === undefined) continue;
    const fields = spec.request.slice(0, encode.length);
    const values = Object.fromEntries(fields.map(([name, type]) => [name, canned(type)]));
    const encoded = encode(...fields.map(([name, type]) => official(values[name], type)));
    encoded.setCorrelationId(4886718345);
    encoded.setPartitionId(requests.length - 1);
    const hex = encoded.toBuffer().toString('hex');
    requests.push({ service, message, partitionId: requests.length - 1, values, hex });
  }
}

const hashes = [];
for (let length = 0; length < 40; length++) {
  const payload = Buffer.from(Array.from({ length }, (_, i) => (i * 37 + length * 101) & 0xff));
  const data = Buffer.concat([Buffer.from('00000000fffffff5', 'hex'), payload]);
  hashes.push({ hex: data.toString('hex'), hash: new HeapData(data).getPartitionHash() });
}
const stored = Buffer.from('80000001fffffff5616263', 'hex');
hashes.push({ hex: stored.toString('hex'), hash: new HeapData(stored).getPartitionHash() });

const version = require('hazelcast-client/package.json').version;
const lines = (items) => items.map((item) => `    ${JSON.stringify(item)}`).join(',\n');
writeFileSync(
  new URL('official-client.json', import.meta.url),
  `{\n  "madeBy": "hazelcast-client ${version}",\n  "correlationId": "4886718345",\n` +
    `  "requests": [\n${lines(requests)}\n  ],\n  "hashes": [\n${lines(hashes)}\n  ]\n}\n`,
);
console.log(`${requests.length} requests, ${hashes.length} hashes by hazelcast-client ${version}`);
