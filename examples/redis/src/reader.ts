import {
  decodeLatin1,
  FloorError,
  readCommonSpilled,
  readCommonValue,
  type CallerProtocol,
} from '@offloop/runtime';
import type { Command } from './command.js';
import { ListResult } from './list-result.js';
import { AS_BYTES, BIG_INTEGER_KIND, LIST_KIND, type Failure } from './protocol/messages.js';

/** The server replied with an error. */
export class ReplyError extends Error {
  override readonly name = 'ReplyError';
  /** The first word of the message: `ERR`, `WRONGTYPE`, `OOM`, … */
  readonly code: string;

  constructor(message: string) {
    super(message);
    this.code = message.split(' ', 1)[0];
  }
}

/** The connection was lost before the reply came: the command may have run. */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError';
  readonly code = 'CONNECTION_LOST';
}

/** Finishes what the agent made of replies. */
export const redisProtocol: CallerProtocol<Command<unknown>> = {
  makeError: FloorError.make,

  read(kind, ring, start, end, { flags }) {
    if (kind === BIG_INTEGER_KIND) return BigInt(decodeLatin1(ring.bytes, start, end));
    if (kind !== LIST_KIND) return readCommonValue(kind, ring, start, end);
    const list = new ListResult(ring.bytes, start, (flags & AS_BYTES) !== 0);
    list.advance(Infinity);
    return list.value;
  },

  readSpilled(kind, buffers, { flags }) {
    if (kind !== LIST_KIND) return readCommonSpilled(kind, buffers);
    return new ListResult(Buffer.from(buffers[0]), 0, (flags & AS_BYTES) !== 0);
  },

  readError(failure) {
    // Made by the other half of this protocol.
    const { code, message } = failure as Failure;
    if (code === 'REPLY') return new ReplyError(message);
    return code === 'CONNECTION_LOST' ? new ConnectionLostError(message) : new FloorError(code, message);
  },
};
