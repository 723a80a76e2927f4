import { CompletionKind, type CompletionWriter, type BegunCall } from '@offloop/runtime/thread';
import { AS_BYTES, type Failure } from '../protocol/messages.js';
import { Type, type ReplyParser } from './reply-parser.js';

/** Most characters of an integer that a number always holds exactly. */
const SAFE_LENGTH = 15;

/** Writes a reply as the completion that the caller's thread can finish in one step. */
export function writeReply(
  completions: CompletionWriter,
  { slot, generation, flags }: BegunCall,
  { type, ranges }: ReplyParser,
  bytes: Buffer,
  start: number,
): void {
  const from = start + ranges[0];
  const to = start + ranges[1];
  const asBytes = (flags & AS_BYTES) !== 0;
  switch (type) {
    case Type.ARRAY: {
      const kind = asBytes ? CompletionKind.BYTES_LIST : CompletionKind.TEXT_LIST;
      return completions.list(kind, slot, generation, bytes, start, ranges);
    }
    case Type.ERROR:
      return completions.error(slot, generation, {
        code: 'REPLY',
        message: bytes.toString('utf8', from, to),
      } satisfies Failure);
    case Type.INTEGER: {
      const digits = bytes.toString('latin1', from, to);
      if (to - from <= SAFE_LENGTH) return completions.number(slot, generation, Number(digits));
      return completions.bigint(slot, generation, BigInt(digits));
    }
    case Type.BULK:
      if (ranges[1] === -1) return completions.empty(CompletionKind.NULL, slot, generation);
      if (!asBytes) return completions.text(slot, generation, bytes, from, to);
      return completions.body(CompletionKind.BYTES, slot, generation, bytes, from, to);
    default:
      return completions.text(slot, generation, bytes, from, to);
  }
}
