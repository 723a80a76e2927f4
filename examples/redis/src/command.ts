import { PartsRequest, type CallOperation } from '@offloop/runtime';

export type Argument = string | Buffer;

/** A command, as a kind of call. */
export interface Command extends CallOperation {
  /** Name of the command, encoded as the first string of a request: `$3\r\nGET\r\n`. */
  readonly head: string;
}

export function command(name: string, flags: number): Command {
  return { head: `$${name.length}\r\n${name}\r\n`, flags };
}

/** A request in RESP: an array of strings, the command and its arguments. */
export class CommandRequest extends PartsRequest {
  /** Throws TypeError for an argument that is neither a string nor a Buffer. */
  constructor(head: Argument, args: readonly Argument[]) {
    const strings = args.flatMap((argument) => [`$${lengthOf(argument)}\r\n`, argument, '\r\n']);
    super([`*${args.length + 1}\r\n`, head, ...strings]);
  }
}

function lengthOf(argument: unknown): number {
  if (typeof argument === 'string') return Buffer.byteLength(argument);
  if (Buffer.isBuffer(argument)) return argument.length;
  throw new TypeError(`keys and values are strings or Buffers, got ${typeof argument}`);
}
