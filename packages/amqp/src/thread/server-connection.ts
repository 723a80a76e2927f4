import type { Socket } from 'node:net';
import type { Connection, LinkEnd, LinkHandler, LinkPort, Trickle } from '@offloop/runtime/thread';
import type { ClosedByServer, LinkSettings, Opened, ServerState } from '../link/settings.js';
import { FrameReader, FrameType, HEARTBEAT } from '../wire/frame-reader.js';
import { FrameWriter } from '../wire/frame-writer.js';
import type { MethodSpec } from '../wire/method-spec.js';
import { ConnectionClose, ConnectionCloseOk } from '../wire/methods.js';
import { Contents, type Unfinished } from './contents.js';
import { readControl, unexpectedControl, type ControlMethod } from './control-method.js';
import { Handshake, UNLIMITED_FRAME, type Agreed } from './handshake.js';
import { ProtocolError, ReplyCode } from './protocol-error.js';
import { openSocket } from './socket.js';

/** Bytes of the longest frame, unless the settings or `frameMax` allow more. */
const LONGEST_FRAME = 2 ** 26;
/** Bytes of a method frame's payload, at least: the method's id. */
const LEAST_METHOD = 4;

/** An open connection on its way into another thread. It can be cloned. */
export interface ConnectionState {
  readonly maxFrameSize: number;
  readonly unfinished: Unfinished;
}

/**
 * RabbitMQ cuts a connection on which a write has not ended for 15 s, twice. So the thread goes on reading, slowly, while the application takes nothing:
 * for five minutes, in 256 MiB more.
 */
const TRICKLE: Trickle = { bytes: 2 ** 22, everyMillis: 5_000, mostBytes: 2 ** 28 };

/** One connection to a server: its handshake, its frames, and its last words. */
export class ServerConnection implements LinkHandler {
  readonly trickle: Trickle = TRICKLE;
  readonly #link: LinkPort<Opened, ServerState, ClosedByServer>;
  readonly #reader: FrameReader;
  readonly #contents: Contents;
  readonly #connection: Connection<LinkEnd<ClosedByServer>>;
  /** Undefined for a connection that was opened in another thread. */
  readonly #handshake: Handshake | undefined;
  #socket: Socket | undefined;
  /** True when `Connection.Close` is sent. What the server has sent before its answer still counts. */
  #isClosing = false;
  /** True if the settings say how long a frame may be. */
  #hasFrameLimit = false;

  /**
   * Begins to connect, or goes on with what another thread has begun. Throws for options that Node.js refuses.
   *
   * @param start settings of a new connection, or the state of one that is open
   */
  constructor(start: LinkSettings | ConnectionState, link: LinkPort<Opened, ServerState, ClosedByServer>) {
    this.#link = link;
    if ('unfinished' in start) {
      this.#reader = new FrameReader(start.maxFrameSize);
      this.#contents = new Contents(this.#reader, link, start.unfinished);
      this.#connection = link.goOn(this);
      return;
    }
    this.#reader = new FrameReader(start.maxFrameSize ?? LONGEST_FRAME);
    this.#contents = new Contents(this.#reader, link);
    const handshake = new Handshake(start, this.#reader, (bytes) => this.#connection.send([bytes]));
    this.#handshake = handshake;
    this.#hasFrameLimit = start.maxFrameSize !== undefined;
    this.#connection = link.connect(
      (onread) => (this.#socket = openSocket(start, onread, () => this.#begin(handshake))),
      this,
      start.timeout ?? 0,
      () => new Error('connect ETIMEDOUT'),
    );
  }

  stateToGoOn(): ConnectionState {
    return { maxFrameSize: this.#reader.maxFrameSize, unfinished: this.#contents.unfinished };
  }

  onClosing(): void {
    this.#isClosing = true;
  }

  /** Takes one frame, or those of a whole message. */
  take(bytes: Buffer, start: number, end: number): number {
    const reader = this.#reader;
    const next = reader.take(bytes, start, end);
    if (next < 0) return next;
    if (reader.type === FrameType.METHOD && reader.payloadEnd - reader.payloadStart < LEAST_METHOD)
      throw new ProtocolError(ReplyCode.FRAME_ERROR, 'Invalid frame');
    if (!this.#connection.isOpen) {
      const agreed = this.#handshake!.take(bytes);
      if (agreed !== undefined) this.#open(agreed);
    } else if (reader.channel === 0 || reader.type === FrameType.HEARTBEAT) {
      this.#onControl(readControl(reader, bytes), bytes);
    } else {
      return this.#contents.take(bytes, end);
    }
    return next;
  }

  /** What came is not the protocol. */
  onError(error: Error): void {
    if (!this.#connection.isOpen) return this.#connection.end(error);
    const { name, message } = error;
    const { replyCode, replyText } =
      error instanceof ProtocolError ? error : new ProtocolError(ReplyCode.FRAME_ERROR, message);
    this.#sendMethod(ConnectionClose, { replyCode, replyText, classId: 0, methodId: 0 });
    this.#connection.endSoon({ kind: 'lost', failure: { name, message } });
  }

  #sendMethod(spec: MethodSpec, fields: Readonly<Record<string, unknown>>): void {
    const writer = new FrameWriter();
    writer.method(0, spec, fields);
    this.#connection.send([writer.take()]);
  }

  #begin(handshake: Handshake): void {
    try {
      handshake.begin();
    } catch (error) {
      this.#connection.end(error as Error);
    }
  }

  #open(agreed: Agreed): void {
    const { heartbeat, frameMax } = agreed;
    if (!this.#hasFrameLimit && frameMax < UNLIMITED_FRAME)
      this.#reader.maxFrameSize = Math.max(LONGEST_FRAME, frameMax);
    const { remoteAddress, remotePort, localAddress, localPort } = this.#socket!;
    const opened = { ...agreed, remoteAddress, remotePort, localAddress, localPort };
    this.#link.opened(
      opened,
      heartbeat > 0 ? { bytes: HEARTBEAT, intervalMillis: 1000 * heartbeat } : undefined,
    );
  }

  #onControl(method: ControlMethod, bytes: Buffer): void {
    switch (method.type) {
      case 'heartbeat':
        return;
      case 'close': {
        this.#sendMethod(ConnectionCloseOk, {});
        const { code, text, classId, methodId } = method;
        if (this.#isClosing) this.#connection.endSoon({ kind: 'closed' });
        else this.#connection.endSoon({ kind: 'closed-by-server', code, text, classId, methodId });
        return;
      }
      case 'close-ok':
        if (!this.#isClosing) throw unexpectedControl(this.#reader, bytes);
        this.#connection.endSoon({ kind: 'closed' });
        return;
      default:
        this.#link.tell(method);
    }
  }
}
