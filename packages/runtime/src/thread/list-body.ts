import { copyBytes } from '../bytes/copy-bytes.js';
import { LIST_ASCII_OFFSET, LIST_COUNT_OFFSET, LIST_LENGTHS_OFFSET } from '../ring/records.js';
import { isAsciiText } from '../bytes/is-ascii.js';

/** Makes the body of a `TEXT_LIST` or `BYTES_LIST`, which fills its `ArrayBuffer`. @param ranges as for `CompletionWriter.list` */
export function listBody(from: Buffer, start: number, ranges: readonly number[]): Buffer<ArrayBuffer> {
  const count = ranges.length / 2;
  const elements = LIST_LENGTHS_OFFSET + 4 * count;
  let length = elements;
  for (let i = 0; i < ranges.length; i += 2) length += Math.max(0, ranges[i + 1] - ranges[i]);
  const body = Buffer.allocUnsafeSlow(length);
  let at = elements;
  for (let i = 0; i < count; i++) {
    const [begin, end] = [ranges[2 * i], ranges[2 * i + 1]];
    const size = end === -1 ? -1 : end - begin;
    body.writeInt32LE(size, LIST_LENGTHS_OFFSET + 4 * i);
    if (size <= 0) continue;
    copyBytes(from, start + begin, start + end, body, at);
    at += size;
  }
  body.writeInt32LE(count, LIST_COUNT_OFFSET);
  body.writeInt32LE(isAsciiText(body, elements, length) ? 1 : 0, LIST_ASCII_OFFSET);
  return body;
}
