import { PartsRequest, type CallOperation } from '@offloop/runtime';
import { PeerIndex } from './protocol/messages.js';

export type Argument = string | Buffer;

/** A command, as a kind of call. */
export interface Command extends CallOperation {
  /** Name of the command, encoded as the first string of a request: `$3\r\nGET\r\n`. */
  readonly head: string;
  /** The connection that it goes over. */
  readonly peer: PeerIndex;
}

export function command(name: string, flags: number, peer: PeerIndex = PeerIndex.COMMON): Command {
  return { head: `$${name.length}\r\n${name}\r\n`, flags, peer };
}

/** A request in RESP: an array of strings, the command and its arguments. */
export class CommandRequest extends PartsRequest {
  /** Throws TypeError for an argument that is neither a string nor a Buffer. */
  constructor(of: Command, args: readonly Argument[]) {
    const strings = args.flatMap((argument) => [`$${lengthOf(argument)}\r\n`, argument, '\r\n']);
    super([`*${args.length + 1}\r\n`, of.head, ...strings], of.peer);
  }
}

/** A command with texts only, as it is sent. */
export function commandText(name: string, texts: readonly string[]): string {
  const strings = [name, ...texts].map((text) => `$${lengthOf(text)}\r\n${text}\r\n`);
  return `*${strings.length}\r\n${strings.join('')}`;
}

function lengthOf(argument: unknown): number {
  if (typeof argument === 'string') return Buffer.byteLength(argument);
  if (Buffer.isBuffer(argument)) return argument.length;
  throw new TypeError(`keys and values are strings or Buffers, got ${typeof argument}`);
}
