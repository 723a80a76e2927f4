import { CompletionKind, copyBytes, isAsciiText, type CompletionWriter } from '@offloop/runtime/thread';
import { AS_BYTES, BIG_INTEGER_KIND, LIST_HEADER_LENGTH, LIST_KIND } from '../protocol/messages.js';
import type { Call } from './call.js';
import { Type, type ReplyParser } from './reply-parser.js';

/** Characters of an integer that a number always holds exactly. */
const SAFE_LENGTH = 15;

/** Turns a reply into the completion that the caller's thread finishes in one step. */
export function writeReply(
  completions: CompletionWriter,
  { slot, generation, flags }: Call,
  { type, ranges }: ReplyParser,
  bytes: Buffer,
  start: number,
): void {
  const from = start + ranges[0];
  const to = start + ranges[1];
  switch (type) {
    case Type.ARRAY:
      return writeList(completions, slot, generation, ranges, bytes, start);
    case Type.ERROR: {
      const failure = { code: 'REPLY', message: bytes.toString('utf8', from, to) };
      return completions.error(slot, generation, failure);
    }
    case Type.INTEGER: {
      const value = Number(bytes.toString('latin1', from, to));
      if (to - from <= SAFE_LENGTH) return completions.number(slot, generation, value);
      return completions.body(BIG_INTEGER_KIND, slot, generation, bytes, from, to);
    }
    case Type.BULK: {
      if (ranges[1] === -1) return completions.bare(CompletionKind.NULL, slot, generation);
      if ((flags & AS_BYTES) === 0) return completions.text(slot, generation, bytes, from, to);
      return completions.body(CompletionKind.BYTES, slot, generation, bytes, from, to);
    }
    default:
      return completions.text(slot, generation, bytes, from, to);
  }
}

function writeList(
  completions: CompletionWriter,
  slot: number,
  generation: number,
  ranges: readonly number[],
  bytes: Buffer,
  start: number,
): void {
  const count = ranges.length / 2;
  const texts = LIST_HEADER_LENGTH + 4 * count;
  let length = texts;
  for (let i = 0; i < ranges.length; i += 2) length += Math.max(0, ranges[i + 1] - ranges[i]);
  // Memory of its own: a long one is handed over as it is.
  const body = Buffer.allocUnsafeSlow(length);
  let at = texts;
  for (let i = 0; i < count; i++) {
    const from = start + ranges[2 * i];
    const size = ranges[2 * i + 1] === -1 ? -1 : ranges[2 * i + 1] - ranges[2 * i];
    body.writeInt32LE(size, LIST_HEADER_LENGTH + 4 * i);
    if (size <= 0) continue;
    copyBytes(bytes, from, from + size, body, at);
    at += size;
  }
  body.writeInt32LE(count, 0);
  body.writeInt32LE(isAsciiText(body, texts, length) ? 1 : 0, 4);
  if (length > completions.longestBody) completions.handOverWhole(LIST_KIND, slot, generation, [body.buffer]);
  else completions.body(LIST_KIND, slot, generation, body, 0, length);
}
