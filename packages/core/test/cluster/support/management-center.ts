import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { inflateSync } from 'node:zlib';

import {
  CONNECTION_PREAMBLE,
  decodeResponse,
  encodeRequest,
  FrameReader,
  messages,
  MessageScanner,
  type MessageSpec,
  type RequestOf,
} from '@offloop/wire';

/** The message by which Management Center reads what a member has measured and been told: its answer is a list of blobs. */
const readMetrics = {
  id: 0x200100,
  retryable: true,
  effect: 'reads',
  request: [
    ['uuid', 'UUID'],
    ['fromSequence', 'long'],
  ],
  response: [],
} as const satisfies MessageSpec;

const METRICS_VERSION = 1;

/** Every word that occurs in the names and tags of the metrics a member has for Management Center. */
export async function metricWords(port: number): Promise<ReadonlySet<string>> {
  const socket = connect({ host: '127.0.0.1', port });
  await once(socket, 'connect');
  try {
    socket.write(CONNECTION_PREAMBLE);
    const who = await exchange(socket, messages.client.authentication, {
      clusterName: 'dev',
      username: null,
      password: null,
      uuid: { msb: 1n, lsb: 1n },
      clientType: 'NJS',
      serializationVersion: 1,
      clientHazelcastVersion: '5.7.0',
      clientName: 'reader of metrics',
      labels: [],
    });
    const { memberUuid } = decodeResponse(messages.client.authentication, who, 0, who.length);
    const answer = await exchange(socket, readMetrics, { uuid: memberUuid!, fromSequence: 0n });
    return new Set(blobsIn(answer).flatMap(wordsOf));
  } finally {
    socket.destroy();
  }
}

async function exchange<M extends MessageSpec>(
  socket: Socket,
  spec: M,
  values: RequestOf<M>,
): Promise<Buffer> {
  const answer = new Promise<Buffer>((resolve, reject) => {
    const scanner = new MessageScanner();
    let bytes = Buffer.alloc(0);
    const onData = (chunk: Buffer): void => {
      bytes = Buffer.concat([bytes, chunk]);
      const length = scanner.scan(bytes, 0, bytes.length);
      if (length === 0) return;
      socket.off('data', onData);
      resolve(bytes.subarray(0, length));
    };
    socket.on('data', onData);
    socket.once('close', () => reject(new Error('the member closed the connection')));
  });
  socket.write(encodeRequest(spec, values, { correlationLow: 1, correlationHigh: 0, partitionId: -1 }));
  return answer;
}

function blobsIn(message: Buffer): Buffer[] {
  const frames = new FrameReader().reset(message, 0, message.length);
  const blobs: Buffer[] = [];
  while (frames.next()) {
    const content = message.subarray(frames.contentStart, frames.contentEnd);
    if (content.length > 10 && content.readInt16BE(0) === METRICS_VERSION) blobs.push(content);
  }
  return blobs;
}

/** Each word of a blob's dictionary: its id, how much of the word before it begins with, and the rest as UTF-16. */
function wordsOf(blob: Buffer): string[] {
  const bytes = inflateSync(blob.subarray(6, 6 + blob.readInt32BE(2)));
  const words: string[] = [];
  let at = 4;
  for (let left = bytes.readInt32BE(0); left > 0; left--) {
    const [shared, rest] = [bytes[at + 4], 2 * bytes[at + 5]];
    const text = Buffer.from(bytes.subarray(at + 6, at + 6 + rest)).swap16();
    words.push((words.at(-1) ?? '').slice(0, shared) + text.toString('utf16le'));
    at += 6 + rest;
  }
  return words;
}
