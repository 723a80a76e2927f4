import { commonProtocol, FloorError, type CallerProtocol } from '@offloop/runtime';
import type { Command } from './command.js';
import type { Failure } from './protocol/messages.js';

/** The error of a call to which the server replied with an error. */
export class ReplyError extends Error {
  override readonly name = 'ReplyError';
  /** The first word of the message: `ERR`, `WRONGTYPE`, `OOM`, … */
  readonly code: string;

  constructor(message: string) {
    super(message);
    this.code = message.split(' ', 1)[0];
  }
}

/** The error of a call whose connection was lost before the reply came: the command may have run. */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError';
  readonly code = 'CONNECTION_LOST';
}

/** Makes results of the agent's completions: all kinds are the floor's, and two errors are Redis's. */
export const redisProtocol: CallerProtocol<Command> = {
  ...commonProtocol,
  readError(failure) {
    // Made by the other half of this protocol.
    const { code, message } = failure as Failure;
    if (code === 'REPLY') return new ReplyError(message);
    return code === 'CONNECTION_LOST' ? new ConnectionLostError(message) : new FloorError(code, message);
  },
};
