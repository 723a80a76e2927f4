import type { CallOperation, CallRequest, WritableBytes } from '@offloop/runtime';

export type Argument = string | Buffer;

/** A kind of call. @typeParam Result what the reader makes of its replies. */
export interface Command<Result> extends CallOperation {
  /** As the first string of the request: `$3\r\nGET\r\n`. */
  readonly head: Buffer;
  readonly result: (value: unknown) => Result;
}

export function command<Result>(name: string, flags: number): Command<Result> {
  return { head: Buffer.from(`$${name.length}\r\n${name}\r\n`), flags, result: (value) => value as Result };
}

/** Most bytes of `*` or `$`, a length, and the line's end. */
const LINE_BOUND = 13;

/** One command in RESP: an array of strings. */
export class CommandRequest implements CallRequest {
  readonly bound: number;
  /** There is one connection: nothing to choose. */
  readonly target = 0;
  readonly #head: Buffer;
  readonly #arguments: readonly Argument[];
  readonly #lengths: readonly number[];

  /** Throws TypeError for what is neither string nor Buffer. */
  constructor(head: Buffer, args: readonly Argument[]) {
    this.#head = head;
    this.#arguments = args;
    this.#lengths = args.map(lengthOf);
    this.bound = this.#lengths.reduce(
      (sum, length) => sum + LINE_BOUND + length + 2,
      LINE_BOUND + head.length,
    );
  }

  write({ bytes }: WritableBytes, from: number): number {
    let at = writeLine(bytes, from, '*', this.#arguments.length + 1);
    at += this.#head.copy(bytes, at);
    for (let i = 0; i < this.#arguments.length; i++) {
      const argument = this.#arguments[i];
      const length = this.#lengths[i];
      at = writeLine(bytes, at, '$', length);
      if (typeof argument === 'string') bytes.write(argument, at, length);
      else argument.copy(bytes, at);
      at += length;
      at += bytes.write('\r\n', at, 'latin1');
    }
    return at;
  }
}

function writeLine(bytes: Buffer, at: number, type: '*' | '$', value: number): number {
  return at + bytes.write(`${type}${value}\r\n`, at, 'latin1');
}

function lengthOf(argument: unknown): number {
  if (typeof argument === 'string') return Buffer.byteLength(argument);
  if (Buffer.isBuffer(argument)) return argument.length;
  throw new TypeError(`keys and values are strings or Buffers, got ${typeof argument}`);
}
