import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach } from 'vitest';

import { decodeMethod } from '../../src/wire/decode.js';
import { FrameReader, FrameType, PROTOCOL_HEADER } from '../../src/wire/frame-reader.js';
import { FrameWriter } from '../../src/wire/frame-writer.js';
import type { MethodSpec } from '../../src/wire/method-spec.js';
import type { LinkSettings } from '../../src/link/settings.js';
import * as methods from '../../src/wire/methods.js';
import { linkSettings, open, type Recorded } from './links.js';

type Fields = Readonly<Record<string, unknown>>;

/** A frame that a client has sent. */
export interface Received {
  readonly type: number;
  readonly channel: number;
  /** Its method's name, for a frame of a method. */
  readonly name: string | undefined;
  readonly fields: Fields;
  readonly payload: Buffer;
}

/** What a server says of a message that it delivers. */
export const DELIVERY = {
  consumerTag: 'c',
  deliveryTag: 1,
  redelivered: false,
  exchange: 'x',
  routingKey: 'k',
};

/** What a server proposes in `Connection.Tune`. */
export interface Tune {
  readonly channelMax: number;
  readonly frameMax: number;
  readonly heartbeat: number;
}

const USUAL_TUNE: Tune = { channelMax: 2047, frameMax: 131_072, heartbeat: 60 };

/** One client's connection, as the server has it. */
export class FakeConnection {
  readonly socket: Socket;
  readonly received: Received[] = [];
  readonly #reader = new FrameReader(0);
  readonly #writer = new FrameWriter();
  readonly #waiting: (() => void)[] = [];
  #bytes: Buffer = Buffer.alloc(0);
  #taken = 0;
  #hasHeader = false;
  /** True when the client has ended its side, or the socket is gone. */
  isOver = false;

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => this.#take(bytes));
    socket.on('close', () => this.#end());
    socket.on('end', () => this.#end());
  }

  /** Sends a method. */
  send(channel: number, spec: MethodSpec, fields: Fields = {}): void {
    this.#writer.method(channel, spec, fields);
    this.socket.write(this.#writer.take());
  }

  /** Returns the frames of a message. */
  message(
    channel: number,
    spec: MethodSpec,
    fields: Fields,
    content: Buffer,
    frameMax: number = 131_072,
  ): Buffer {
    this.#writer.content(channel, spec, fields, {}, content, frameMax);
    return this.#writer.take();
  }

  /** Resolves to the next method that the client sends, skipping all that are not of this kind. */
  async next({ name }: MethodSpec): Promise<Received> {
    for (;;) {
      const found = this.received.findIndex((each, i) => i >= this.#taken && each.name === name);
      if (found >= 0) {
        this.#taken = found + 1;
        return this.received[found];
      }
      if (this.isOver) throw new Error(`the client has gone without ${name}`);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Resolves when the client has ended its side. */
  async over(): Promise<void> {
    while (!this.isOver) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Opens the connection, as a broker would. */
  async shakeHands(tune: Partial<Tune> = {}): Promise<void> {
    await this.start();
    await this.next(methods.ConnectionStartOk);
    this.send(0, methods.ConnectionTune, { ...USUAL_TUNE, ...tune });
    await this.next(methods.ConnectionOpen);
    this.send(0, methods.ConnectionOpenOk);
  }

  /** Sends what a broker sends first. */
  async start(mechanisms: string = 'PLAIN AMQPLAIN'): Promise<void> {
    const serverProperties = { product: 'Fake' };
    this.send(0, methods.ConnectionStart, { serverProperties, mechanisms: Buffer.from(mechanisms) });
  }

  #take(bytes: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    let start = 0;
    if (!this.#hasHeader) {
      if (this.#bytes.length < PROTOCOL_HEADER.length) return;
      this.#hasHeader = true;
      start = PROTOCOL_HEADER.length;
    }
    for (;;) {
      const next = this.#reader.take(this.#bytes, start, this.#bytes.length);
      if (next < 0) break;
      this.received.push(received(this.#reader, this.#bytes));
      start = next;
    }
    this.#bytes = this.#bytes.subarray(start);
    this.#wake();
  }

  #end(): void {
    this.isOver = true;
    this.#wake();
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

function received({ type, channel, payloadStart, payloadEnd }: FrameReader, bytes: Buffer): Received {
  const payload = Buffer.from(bytes.subarray(payloadStart, payloadEnd));
  const spec = type === FrameType.METHOD ? methods.methodById(payload.readUInt32BE(0)) : undefined;
  const fields = spec === undefined ? {} : decodeMethod(spec, payload, 4, payload.length);
  return { type, channel, name: spec?.name, fields, payload };
}

/** A server that says what a test has it say. */
export class FakeServer {
  readonly #server: Server;
  readonly #connections: FakeConnection[] = [];
  readonly #waiting: ((connection: FakeConnection) => void)[] = [];

  private constructor(server: Server) {
    this.#server = server;
    server.on('connection', (socket: Socket) => {
      const connection = new FakeConnection(socket);
      this.#connections.push(connection);
      this.#waiting.shift()?.(connection);
    });
  }

  /** Starts a server on a port of 127.0.0.1, or a path. */
  static async start(path?: string): Promise<FakeServer> {
    const server = createServer({ allowHalfOpen: true });
    if (path === undefined) server.listen(0, '127.0.0.1');
    else server.listen(path);
    await once(server, 'listening');
    return new FakeServer(server);
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Resolves to the connection of the next client. */
  connection(): Promise<FakeConnection> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Ends all connections, and the server. */
  async stop(): Promise<void> {
    for (const { socket } of this.#connections) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}

/** A link to a fake server, and the server's side of it. */
export type Served = Recorded & { readonly from: FakeConnection };

/** The fake server of each test of a file. */
export class Serving {
  #server!: FakeServer;

  constructor() {
    beforeEach(async () => {
      this.#server = await FakeServer.start();
    });
    afterEach(() => this.#server.stop());
  }

  get port(): number {
    return this.#server.port;
  }

  /** Resolves to the connection of the next client. */
  connection(): Promise<FakeConnection> {
    return this.#server.connection();
  }

  /** Opens a link, without heartbeats unless the settings ask for them, which ends with the test. */
  async open(
    threaded: boolean | 'auto',
    settings: Partial<LinkSettings> = {},
    tune: Partial<Tune> = {},
  ): Promise<Served> {
    const serving = this.connection();
    const opening = open(linkSettings(this.port, { heartbeat: 0, ...settings }), threaded);
    const from = await serving;
    from.socket.setNoDelay(true);
    await from.shakeHands(tune);
    return { ...(await opening), from };
  }
}
