import { closeMessage } from '../link/close-message.js';
import type { LinkSettings, Opened } from '../link/settings.js';
import { decodeMethod } from '../wire/decode.js';
import { FrameType, PROTOCOL_HEADER, type FrameReader } from '../wire/frame-reader.js';
import { readWord } from '../wire/integers.js';
import { FrameWriter } from '../wire/frame-writer.js';
import type { MethodSpec } from '../wire/method-spec.js';
import {
  ConnectionClose,
  ConnectionOpen,
  ConnectionOpenOk,
  ConnectionSecure,
  ConnectionStart,
  ConnectionStartOk,
  ConnectionTune,
  ConnectionTuneOk,
} from '../wire/methods.js';
import { describeFrame } from './describe-frame.js';

type Fields = Readonly<Record<string, unknown>>;
type Tuned = Readonly<Record<'channelMax' | 'frameMax' | 'heartbeat', number>>;
/** What both sides agree on, with what the server says of itself. */
export type Agreed = Pick<Opened, 'channelMax' | 'frameMax' | 'heartbeat' | 'serverProperties'>;

/** The least value of `frameMax`, in bytes. */
const LEAST_FRAME_MAX = 4096;
/** What stands for "no limit", which is sent as 0. */
const UNLIMITED_CHANNELS = 0xffff;
/** The `frameMax` of a connection without such a limit. */
export const UNLIMITED_FRAME = 0xffff_ffff;
const NO_METHOD = -1;
const METHOD_ID_LENGTH = 4;

/**
 * The opening of a connection, up to `Connection.OpenOk`:
 *
 * ```
 *   client   header        StartOk        TuneOk, Open
 *   server          Start           Tune               OpenOk
 * ```
 *
 * Its errors are those that `amqplib` rejects `connect` with.
 */
export class Handshake {
  readonly #settings: LinkSettings;
  readonly #reader: FrameReader;
  readonly #send: (bytes: Buffer) => void;
  readonly #writer = new FrameWriter();
  /** Takes the next method. */
  #step: (id: number, bytes: Buffer) => Agreed | undefined = this.#onStart.bind(this);
  #serverProperties: Fields = {};
  #tuned: Tuned = { channelMax: 0, frameMax: 0, heartbeat: 0 };

  /** @param reader the connection's: it has the frame that is to be taken */
  constructor(settings: LinkSettings, reader: FrameReader, send: (bytes: Buffer) => void) {
    this.#settings = settings;
    this.#reader = reader;
    this.#send = send;
  }

  /** Sends what the server waits for first. */
  begin(): void {
    const { maxFrameSize } = this.#settings;
    const isLimit =
      Number.isInteger(maxFrameSize) && (maxFrameSize === 0 || maxFrameSize! >= LEAST_FRAME_MAX);
    if (maxFrameSize !== undefined && !isLimit) {
      const rule = `must be 0 (no limit) or an integer of at least ${LEAST_FRAME_MAX}`;
      throw new TypeError(`maxFrameSize ${rule}; got ${maxFrameSize}`);
    }
    this.#send(PROTOCOL_HEADER);
  }

  /**
   * Takes the frame that the reader has just read. Throws why no connection can be opened.
   *
   * @returns what was agreed on, after the last frame
   */
  take(bytes: Buffer): Agreed | undefined {
    const { type, channel, payloadStart } = this.#reader;
    if (channel !== 0) throw new Error(`Frame on channel != 0 during handshake: ${this.#describe(bytes)}`);
    return this.#step(type === FrameType.METHOD ? readWord(bytes, payloadStart) : NO_METHOD, bytes);
  }

  #onStart(id: number, bytes: Buffer): undefined {
    this.#expect(ConnectionStart, id, bytes);
    const { mechanisms, serverProperties } = this.#decode(ConnectionStart, bytes);
    const { mechanism, response, clientProperties, locale } = this.#settings;
    if (!String(mechanisms).split(' ').includes(mechanism))
      throw new Error(`SASL mechanism ${mechanism} is not provided by the server`);
    this.#serverProperties = serverProperties as Fields;
    const answer = { clientProperties, mechanism, response: Buffer.from(response), locale };
    this.#writer.method(0, ConnectionStartOk, answer);
    this.#send(this.#writer.take());
    this.#step = this.#onTune.bind(this);
  }

  #onTune(id: number, bytes: Buffer): undefined {
    if (id === ConnectionSecure.id) throw new Error("Wasn't expecting to have to go through secure");
    if (id === ConnectionClose.id) {
      const { replyCode, replyText } = this.#decode(ConnectionClose, bytes);
      const reason = closeMessage(Number(replyCode), String(replyText));
      throw new Error(`Handshake terminated by server: ${reason}`);
    }
    if (id !== ConnectionTune.id) {
      const expected = 'connection.secure, connection.close, or connection.tune during handshake';
      throw new Error(`Expected ${expected}; got ${this.#describe(bytes)}`);
    }
    this.#tuned = this.#negotiate(this.#decode(ConnectionTune, bytes));
    this.#writer.method(0, ConnectionTuneOk, this.#tuned);
    this.#writer.method(0, ConnectionOpen, { virtualHost: this.#settings.vhost });
    this.#send(this.#writer.take());
    this.#step = this.#onOpenOk.bind(this);
  }

  #onOpenOk(id: number, bytes: Buffer): Agreed {
    this.#expect(ConnectionOpenOk, id, bytes);
    const { channelMax, frameMax, heartbeat } = this.#tuned;
    return {
      channelMax: channelMax === 0 ? UNLIMITED_CHANNELS : channelMax,
      frameMax: frameMax === 0 ? UNLIMITED_FRAME : frameMax,
      heartbeat,
      serverProperties: this.#serverProperties,
    };
  }

  #negotiate(server: Readonly<Record<string, unknown>>): Tuned {
    const frameMax = Number(server['frameMax']);
    if (frameMax !== 0 && frameMax < LEAST_FRAME_MAX)
      throw new Error(`Server frameMax ${frameMax} is below the protocol minimum ${LEAST_FRAME_MAX}`);
    const asked = this.#settings;
    const proposed = Number(server['heartbeat']);
    return {
      frameMax: lower(frameMax, asked.frameMax),
      channelMax: lower(Number(server['channelMax']), asked.channelMax),
      // Unlike for the others, 0 turns it off whatever the server says.
      heartbeat:
        asked.heartbeat === undefined
          ? proposed
          : asked.heartbeat === 0
            ? 0
            : lower(proposed, asked.heartbeat),
    };
  }

  #expect({ id: expected, name }: MethodSpec, id: number, bytes: Buffer): void {
    if (id !== expected) throw new Error(`Expected ${name}; got ${this.#describe(bytes)}`);
  }

  #decode(spec: MethodSpec, bytes: Buffer): Fields {
    const { payloadStart, payloadEnd } = this.#reader;
    return decodeMethod(spec, bytes, payloadStart + METHOD_ID_LENGTH, payloadEnd);
  }

  #describe(bytes: Buffer): string {
    return describeFrame(this.#reader, bytes);
  }
}

/** The lower of two limits, of which 0 means none. */
function lower(one: number, other: number): number {
  return one === 0 || other === 0 ? Math.max(one, other) : Math.min(one, other);
}
