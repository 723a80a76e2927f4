import type { Socket } from 'node:net';
import { clearTimeout, LONGEST_DELAY_MILLIS, monotonicNow, setTimeout } from '@offloop/runtime/clock';
import { MessageInput, type CompletionWriter } from '@offloop/runtime/thread';
import type { SocketDiagnosis } from '../link/diagnosis.js';
import { failureOf } from '../link/failure.js';
import type { LinkEnd, LinkSettings, Opened } from '../link/settings.js';
import { FrameReader, FrameType, HEARTBEAT } from '../wire/frame-reader.js';
import { MemoryWriter } from '../wire/memory-writer.js';
import type { MethodSpec } from '../wire/method-spec.js';
import { ConnectionClose, ConnectionCloseOk } from '../wire/methods.js';
import { Contents, type ContentsEvents } from './contents.js';
import { readControl, unexpectedControl, type ControlMethod, type ServerState } from './control-method.js';
import { Handshake, UNLIMITED_FRAME, type Agreed } from './handshake.js';
import { Heartbeat } from './heartbeat.js';
import { Outbox, type OutboxEvents } from './outbox.js';
import { ProtocolError, ReplyCode } from './protocol-error.js';
import { openSocket } from './socket.js';

/** What a connection tells. Its last event is `onRefused` or `onEnd`. */
export interface ConnectionEvents extends ContentsEvents, OutboxEvents {
  /** The connection is open: calls may follow. */
  onOpened(opened: Opened): void;
  /** The connection could not be opened. */
  onRefused(error: Error): void;
  /** The server says that it takes no messages, that it takes them again, or that it has a new secret. */
  onState(state: ServerState): void;
  /** All that one read has brought was handed over. */
  onRead(): void;
  onEnd(end: LinkEnd): void;
}

const ABRUPT = 'Socket closed abruptly during opening handshake';
/** Bytes of the longest frame, unless the settings or `frameMax` allow more. */
const LONGEST_FRAME = 2 ** 26;
/** Bytes of a method frame's payload, at least: the method's id. */
const LEAST_METHOD = 4;
/** Milliseconds for which an ended connection waits for its last bytes to go, and for the server to close. */
const LINGER_MILLIS = 2_000;

const State = {
  OPENING: 'opening',
  OPEN: 'open',
  /** `Connection.Close` is sent. What the server has sent before its answer still counts. */
  CLOSING: 'closing',
  ENDED: 'ended',
} as const;
type State = (typeof State)[keyof typeof State];

/** One connection to a server, from the attempt to its end. */
export class Connection {
  readonly #events: ConnectionEvents;
  readonly #settings: LinkSettings;
  readonly #reader: FrameReader;
  readonly #input: MessageInput;
  readonly #outbox: Outbox;
  readonly #contents: Contents;
  readonly #handshake: Handshake;
  readonly #socket: Socket;
  readonly #late: NodeJS.Timeout | undefined;
  #heartbeat: Heartbeat | undefined;
  #state: State = State.OPENING;
  /** When something was read, and when the socket has taken bytes, by `monotonicNow`. */
  #readAt: number | undefined;
  #writtenAt: number | undefined;

  /** Begins to connect. Throws for options that Node.js refuses. */
  constructor(settings: LinkSettings, completions: CompletionWriter, events: ConnectionEvents) {
    this.#settings = settings;
    this.#events = events;
    this.#reader = new FrameReader(settings.maxFrameSize ?? LONGEST_FRAME);
    this.#contents = new Contents(this.#reader, events);
    this.#handshake = new Handshake(settings, this.#reader, (bytes) => this.#send(bytes));
    this.#input = new MessageInput(completions, {
      take: (bytes, start, end) => this.#take(bytes, start, end),
      onRead: () => {
        this.#readAt = monotonicNow();
        this.#heartbeat?.heard();
        events.onRead();
      },
      onError: (error) => this.#fail(error),
    });
    this.#socket = openSocket(settings, this.#input.onread, () => this.#begin());
    this.#outbox = new Outbox(this.#socket, {
      onTaken: (isMuch) => {
        this.#writtenAt = monotonicNow();
        events.onTaken(isMuch);
      },
      onDone: (slot, generation) => events.onDone(slot, generation),
    });
    this.#socket.on('error', (error) => this.#lose(error));
    const onEnd = (): void => this.#lose(new Error(this.#isOpening ? ABRUPT : 'Unexpected close'));
    this.#socket.once('end', onEnd);
    this.#socket.once('close', onEnd);
    const { timeout = 0 } = settings;
    if (timeout > 0) {
      const millis = Math.min(timeout, LONGEST_DELAY_MILLIS);
      this.#late = setTimeout(() => this.#lose(new Error('connect ETIMEDOUT')), millis);
    }
  }

  /** True while nothing is read until the caller makes room. */
  get isPaused(): boolean {
    return this.#state !== State.ENDED && this.#input.isPaused;
  }

  /** Reads on. */
  resume(): void {
    this.#input.resume(this.#socket);
  }

  /** Takes frames of a call, `bytes[start, start + length)`, which are copied, to be sent by `flush`. */
  write(slot: number, generation: number, bytes: Buffer, start: number, length: number): void {
    this.#outbox.add(slot, generation, bytes, start, length);
  }

  /** Takes frames of a call, in memory that nobody else uses, to be sent by `flush`. */
  writeWhole(slot: number, generation: number, frames: Buffer): void {
    this.#outbox.addWhole(slot, generation, frames);
  }

  /** The last frame that was taken is `Connection.Close`. */
  closes(): void {
    this.#state = State.CLOSING;
  }

  /** Sends all that was taken, as one write of the socket. */
  flush(): void {
    this.#outbox.flush();
  }

  /** Completes the calls whose bytes the socket has taken. */
  report(): void {
    this.#outbox.report();
  }

  diagnose(): SocketDiagnosis {
    const now = monotonicNow();
    const since = (at: number | undefined): number | null => (at === undefined ? null : now - at);
    return {
      sinceRead: since(this.#readAt),
      sinceWritten: since(this.#writtenAt),
      unsentBytes: this.#socket.writableLength,
      isPaused: this.isPaused,
    };
  }

  /** Ends the connection without a word to the server. */
  destroy(end: LinkEnd): void {
    this.#end(end, new Error(ABRUPT));
    this.#socket.destroy();
  }

  get #isOpening(): boolean {
    return this.#state === State.OPENING;
  }

  #send(bytes: Buffer): void {
    this.#writtenAt = monotonicNow();
    this.#outbox.send(bytes);
  }

  #sendMethod(spec: MethodSpec, fields: Readonly<Record<string, unknown>>): void {
    const writer = new MemoryWriter();
    writer.method(0, spec, fields);
    this.#send(writer.take());
  }

  #begin(): void {
    try {
      this.#handshake.begin();
    } catch (error) {
      this.#lose(error as Error);
    }
  }

  /** Takes one frame, or those of a whole message. */
  #take(bytes: Buffer, start: number, end: number): number {
    if (this.#state === State.ENDED) return end;
    const reader = this.#reader;
    const next = reader.take(bytes, start, end);
    if (next < 0) return next;
    if (reader.type === FrameType.METHOD && reader.payloadEnd - reader.payloadStart < LEAST_METHOD)
      throw new ProtocolError(ReplyCode.FRAME_ERROR, 'Invalid frame');
    if (this.#isOpening) {
      const agreed = this.#handshake.take(bytes);
      if (agreed !== undefined) this.#open(agreed);
    } else if (reader.channel === 0 || reader.type === FrameType.HEARTBEAT) {
      this.#onControl(readControl(reader, bytes), bytes);
    } else {
      return this.#contents.take(bytes, end);
    }
    return next;
  }

  #open(agreed: Agreed): void {
    clearTimeout(this.#late);
    this.#state = State.OPEN;
    const { heartbeat, frameMax } = agreed;
    if (this.#settings.maxFrameSize === undefined && frameMax < UNLIMITED_FRAME)
      this.#reader.maxFrameSize = Math.max(LONGEST_FRAME, frameMax);
    if (heartbeat > 0) {
      this.#heartbeat = new Heartbeat(heartbeat, {
        checkSent: () => this.#outbox.checkSent(),
        isPaused: () => this.#input.isPaused,
        onBeat: () => this.#send(HEARTBEAT),
        onTimeout: () => this.#lose(new Error('Heartbeat timeout')),
      });
    }
    const { remoteAddress, remotePort, localAddress, localPort } = this.#socket;
    this.#events.onOpened({ ...agreed, remoteAddress, remotePort, localAddress, localPort });
  }

  #onControl(method: ControlMethod, bytes: Buffer): void {
    const isClosing = this.#state === State.CLOSING;
    switch (method.type) {
      case 'heartbeat':
        return;
      case 'close': {
        this.#sendMethod(ConnectionCloseOk, {});
        const { code, text, classId, methodId } = method;
        if (isClosing) this.#finish({ kind: 'closed' });
        else this.#finish({ kind: 'closed-by-server', code, text, classId, methodId });
        return;
      }
      case 'close-ok':
        if (!isClosing) throw unexpectedControl(this.#reader, bytes);
        this.#finish({ kind: 'closed' });
        return;
      default:
        this.#events.onState(method);
    }
  }

  /** What came is not the protocol. */
  #fail(error: Error): void {
    if (this.#state === State.ENDED || this.#isOpening) {
      this.#lose(error);
      return;
    }
    const { name, message } = error;
    const { replyCode, replyText } =
      error instanceof ProtocolError ? error : new ProtocolError(ReplyCode.FRAME_ERROR, message);
    this.#sendMethod(ConnectionClose, { replyCode, replyText, classId: 0, methodId: 0 });
    this.#finish({ kind: 'lost', failure: { name, message } });
  }

  /** The socket is gone, or to be given up. */
  #lose(error: Error): void {
    this.#end({ kind: 'lost', failure: failureOf(error) }, error);
    this.#socket.destroy();
  }

  /** Ends the connection, and its socket when the last bytes have gone. */
  #finish(end: LinkEnd): void {
    this.#end(end, new Error(ABRUPT));
    this.#socket.destroySoon();
    const timer = setTimeout(() => this.#socket.destroy(), LINGER_MILLIS);
    this.#socket.once('close', () => clearTimeout(timer));
  }

  /** @param refusal what is told instead of `end` before the connection is open */
  #end(end: LinkEnd, refusal: Error): void {
    if (this.#state === State.ENDED) return;
    const isOpening = this.#isOpening;
    this.#state = State.ENDED;
    clearTimeout(this.#late);
    this.#heartbeat?.stop();
    this.#outbox.drop();
    if (isOpening) this.#events.onRefused(refusal);
    else this.#events.onEnd(end);
  }
}
