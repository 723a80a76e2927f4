import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

import { Connection } from '../../../../src/thread/connection/connection.js';
import { socketPair } from '../../../support/sockets.js';

const LINE_FEED = 10;

/** A connection whose messages are lines, and the other side of it. Both end with the test. */
export class Lines {
  readonly lines: string[] = [];
  /** Slots of calls that are done. */
  readonly done: number[] = [];
  /** Why it has ended. */
  readonly ended: Promise<Error | string>;
  readonly connection: Connection<string>;
  readonly socket: Socket;
  readonly other: Socket;
  /** What becomes of a line. @returns where the next message begins */
  onLine: (line: string, end: number) => number = (_line, end) => end;
  onFull: () => boolean = () => false;
  onError: (error: Error) => void = (error) => this.connection.end(error);

  private constructor(
    socket: Socket,
    other: Socket,
    connection: Connection<string>,
    ended: Promise<Error | string>,
  ) {
    this.socket = socket;
    this.other = other;
    this.connection = connection;
    this.ended = ended;
  }

  static async open(): Promise<Lines> {
    let lines!: Lines;
    let connection!: Connection<string>;
    let onEnd!: (reason: Error | string) => void;
    const ended = new Promise<Error | string>((resolve) => {
      onEnd = resolve;
    });
    const { socket, other } = await socketPair((port) => {
      let made!: Socket;
      connection = new Connection<string>(
        (onread) => (made = connect({ port, host: '127.0.0.1', onread })),
        { isCongested: false },
        {
          take(bytes, start, end) {
            const at = bytes.subarray(start, end).indexOf(LINE_FEED);
            if (at < 0) return -1;
            const line = bytes.toString('latin1', start, start + at);
            lines.lines.push(line);
            return lines.onLine(line, start + at + 1);
          },
          onRead: () => undefined,
          onDone: (slot) => lines.done.push(slot),
          onFull: () => lines.onFull(),
          onError: (error) => lines.onError(error),
          onEnd,
        },
      );
      return made;
    });
    lines = new Lines(socket, other, connection, ended);
    onTestFinished(() => {
      socket.destroy();
      other.destroy();
    });
    return lines;
  }
}
