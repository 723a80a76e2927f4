/** `publish` returns false when more bytes of a connection than these wait for its socket, whatever their number. */
const MOST_WAITING = 2 ** 24;
const USUAL_MARK = 1024;
/** `amqplib` sends a message that is shorter, with its frames, as one piece. */
const ONE_PIECE = 2048;

/**
 * What a channel has written and the socket has not taken: the number of its pieces, as `amqplib` counts them against `highWaterMark`, and where
 * the last ended among the bytes of the connection.
 */
export class Backlog {
  /** `amqplib` buffers them twice, on both sides of a stream. */
  readonly #mostPieces: number;
  #pieces = 0;
  #end = 0;
  #isFull: boolean;

  /** @param isFull true where `drain` is still owed, for what waited on a connection that is lost */
  constructor(highWaterMark: number | undefined, isFull: boolean) {
    this.#isFull = isFull;
    this.#mostPieces = 2 * (highWaterMark || USUAL_MARK) - 2;
  }

  /** True from the first refusal on, until it has emptied. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /**
   * Counts what was written.
   *
   * @param end where it ended among the bytes of the connection
   * @param waiting bytes of the connection that have not gone to the socket, all of it included
   * @returns false if too much waits
   */
  add(pieces: number, end: number, waiting: number): boolean {
    const sent = end - waiting;
    if (this.#end <= sent) this.#pieces = 0;
    this.#pieces += pieces;
    this.#end = end;
    if (this.#pieces <= this.#mostPieces && waiting <= MOST_WAITING) return true;
    this.#isFull = true;
    return false;
  }

  /** Bytes up to the end of what the channel has written. @param sent bytes of the connection that have gone to the socket */
  waiting(sent: number): number {
    return Math.max(0, this.#end - sent);
  }

  /** Returns whether a full backlog has emptied. @param sent bytes of the connection that have gone to the socket */
  drain(sent: number): boolean {
    if (!this.#isFull || this.#end > sent) return false;
    this.#isFull = false;
    this.#pieces = 0;
    return true;
  }
}

/** Returns as how many pieces `amqplib` sends a message. @param length bytes of its content; @param whole of all its frames */
export function piecesOf(length: number, whole: number, frameMax: number): number {
  return whole < ONE_PIECE ? 1 : 1 + Math.ceil(length / (frameMax - 8));
}
