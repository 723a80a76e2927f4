import type { IncomingEvents } from '../link/incoming.js';
import { CHANNEL_OFFSET, FLAGS_OFFSET, FRAME_HEAD, FRAME_TAIL, LENGTH_OFFSET } from '../wire/frame-format.js';
import { readShort, readWord } from '../wire/integers.js';

const METHOD_ID_LENGTH = 4;

/** Reads the frames `bytes[start, end)`, a method or a method with its content, whose body is one frame, and passes them to `events`. */
export function readFrames(bytes: Buffer, start: number, end: number, events: IncomingEvents): void {
  const channel = readShort(bytes, start + CHANNEL_OFFSET);
  const payload = start + FRAME_HEAD;
  const method = readWord(bytes, payload);
  const fields = payload + METHOD_ID_LENGTH;
  const fieldsEnd = payload + readWord(bytes, start + LENGTH_OFFSET);
  const header = fieldsEnd + FRAME_TAIL;
  if (header === end) return events.onMethod({ channel, method, bytes, start: fields, end: fieldsEnd });
  const propertiesStart = header + FRAME_HEAD + FLAGS_OFFSET;
  const propertiesEnd = header + FRAME_HEAD + readWord(bytes, header + LENGTH_OFFSET);
  const body = propertiesEnd + FRAME_TAIL;
  const content = body === end ? Buffer.alloc(0) : contentOf(bytes, body + FRAME_HEAD, end - FRAME_TAIL);
  events.onContent({
    channel,
    method,
    bytes,
    start: fields,
    end: fieldsEnd,
    propertiesStart,
    propertiesEnd,
    content,
  });
}

/** Bytes in a ring will be overwritten, so they are copied. Bytes that were handed over belong to the reader. */
function contentOf(bytes: Buffer, start: number, end: number): Buffer {
  if (!(bytes.buffer instanceof SharedArrayBuffer)) return bytes.subarray(start, end);
  const content = Buffer.allocUnsafe(end - start);
  bytes.copy(content, 0, start, end);
  return content;
}
