/** The consuming thread of the experiment `ring`: it checks every record's number and last byte. */
import { parentPort, workerData } from 'node:worker_threads';
import { OneToOneRing, park, type RecordHandler } from '@offloop/runtime/ring';
import { DOORBELL, type Receiver } from './carriers.js';

const { kind, ring: memory, progress, recordBytes, drainLimit } = workerData as Receiver;
const port = parentPort!;
const consumed = new Int32Array(progress);
/** Number of records between two signals to the producer. */
const ROOM_EVERY = 512;
const LAST_BYTE = 0x5a;

let next = 0;

function take(sequence: number, lastByte: number): void {
  if (sequence !== next || lastByte !== LAST_BYTE) throw new Error(`record ${sequence}, not ${next}`);
  next = (next + 1) | 0;
}

if (kind === 'ring') {
  const ring = OneToOneRing.attach(memory!);
  const consumer = ring.consumer();
  const handler: RecordHandler = {
    onRecord: (_type, offset, length) => take(ring.words[offset >> 2], ring.bytes[offset + length - 1]),
  };
  const cycle = (): void => {
    consumer.clearParked();
    do {
      consumer.drain(handler, drainLimit);
      Atomics.store(consumed, 0, next);
      if (consumer.takeStarved()) port.postMessage(DOORBELL);
    } while (!park(consumer));
  };
  port.on('message', cycle);
  cycle();
} else {
  const takeBytes = (bytes: Uint8Array): void =>
    take(new Int32Array(bytes.buffer, bytes.byteOffset, 1)[0], bytes[recordBytes - 1]);
  let told = 0;
  port.on('message', (message: Uint8Array | Uint8Array[]) => {
    if (Array.isArray(message)) message.forEach(takeBytes);
    else takeBytes(message);
    Atomics.store(consumed, 0, next);
    if (((next - told) | 0) < ROOM_EVERY) return;
    told = next;
    port.postMessage(DOORBELL);
  });
}
