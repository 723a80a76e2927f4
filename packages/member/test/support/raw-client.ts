import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';

import {
  CONNECTION_PREAMBLE,
  correlationHigh,
  correlationLow,
  decodeError,
  decodeResponse,
  encodeRequest,
  EXCEPTION_MESSAGE_TYPE,
  FragmentAssembler,
  isEvent,
  isFragment,
  messages,
  MessageScanner,
  messageType,
  type ErrorHolder,
  type MessageSpec,
  type RequestOf,
  type ResponseOf,
} from '@offloop/wire';

import type { Member } from '../../src/index.js';

/** What the member answered instead of a result. */
export class RemoteError extends Error {
  readonly holder: ErrorHolder;

  constructor(holder: ErrorHolder) {
    super(holder.message ?? '');
    this.holder = holder;
  }
}

interface Pending {
  resolve: (message: Buffer) => void;
  reject: (error: Error) => void;
}

export interface ClientUuid {
  msb: bigint;
  lsb: bigint;
}

/** A client that is nothing but the protocol, so that a test sees and sends every byte. */
export class RawClient {
  readonly socket: Socket;
  /** Resolves when the connection is gone, whoever closed it. */
  readonly closed: Promise<unknown>;
  /** Fragments received. */
  fragments = 0;
  /** Bytes received, by any number of messages. */
  received = 0;
  readonly #scanner = new MessageScanner();
  readonly #assembler = new FragmentAssembler();
  readonly #pending = new Map<bigint, Pending>();
  readonly #events: Buffer[] = [];
  #eventArrived: (() => void) | undefined;
  #rest: Buffer = Buffer.alloc(0);
  #nextId = 1n;

  private constructor(socket: Socket) {
    this.socket = socket;
    this.closed = new Promise((resolve) => {
      socket.once('close', resolve);
    });
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.once('close', () => {
      for (const { reject } of this.#pending.values()) reject(new Error('closed'));
    });
  }

  /** Connects and sends the preamble, and nothing else. */
  static async open(member: Pick<Member, 'host' | 'port' | 'path'>): Promise<RawClient> {
    const socket = connect(
      member.path === undefined ? { host: member.host, port: member.port } : { path: member.path },
    );
    await once(socket, 'connect');
    socket.write(CONNECTION_PREAMBLE);
    return new RawClient(socket);
  }

  /** Connects and authenticates. */
  static async connect(
    member: Member,
    uuid: ClientUuid = { msb: 1n, lsb: BigInt(process.pid) },
  ): Promise<RawClient> {
    const client = await RawClient.open(member);
    const { status } = await client.authenticate({ uuid });
    if (status !== 0) throw new Error(`Refused with status ${status}`);
    return client;
  }

  authenticate(
    who: Partial<RequestOf<typeof messages.client.authentication>> = {},
  ): Promise<ResponseOf<typeof messages.client.authentication>> {
    return this.call(messages.client.authentication, {
      clusterName: 'dev',
      username: null,
      password: null,
      uuid: { msb: 1n, lsb: 2n },
      clientType: 'NJS',
      serializationVersion: 1,
      clientHazelcastVersion: '5.7.0',
      clientName: 'raw',
      labels: [],
      ...who,
    });
  }

  /** Sends a request; rejects with {@link RemoteError} when the response is an exception. */
  async call<M extends MessageSpec>(
    spec: M,
    values: RequestOf<M>,
    options: { id?: bigint; flags?: number } = {},
  ): Promise<ResponseOf<M>> {
    return decodeResponse(spec, await this.exchange(spec, values, options));
  }

  /** As `call`, but resolves with the bytes of the response. */
  exchange<M extends MessageSpec>(
    spec: M,
    values: RequestOf<M>,
    options: { id?: bigint; flags?: number } = {},
  ): Promise<Buffer> {
    const id = options.id ?? this.#nextId++;
    const response = new Promise<Buffer>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
    });
    this.socket.write(requestBytes(spec, values, id, options.flags ?? 0));
    return response;
  }

  /** The next event, as wire bytes. */
  async nextEvent(): Promise<Buffer> {
    while (this.#events.length === 0) {
      await new Promise<void>((resolve) => {
        this.#eventArrived = resolve;
      });
    }
    return this.#events.shift() ?? Buffer.alloc(0);
  }

  /** Events that have arrived and were not asked for yet. */
  get pendingEvents(): number {
    return this.#events.length;
  }

  async close(): Promise<void> {
    this.socket.destroy();
    await this.closed;
  }

  #receive(chunk: Buffer): void {
    this.received += chunk.length;
    this.#rest = Buffer.concat([this.#rest, chunk]);
    let at = 0;
    for (;;) {
      const length = this.#scanner.scan(this.#rest, at, this.#rest.length);
      if (length === 0) break;
      if (isFragment(this.#rest, at)) this.fragments += 1;
      const whole = this.#assembler.add(this.#rest, at, at + length);
      if (whole !== undefined) this.#handle(Buffer.from(whole));
      at += length;
    }
    this.#rest = this.#rest.subarray(at);
  }

  #handle(message: Buffer): void {
    if (isEvent(message, 0)) {
      this.#events.push(message);
      this.#eventArrived?.();
      return;
    }
    const low = BigInt(correlationLow(message, 0) >>> 0);
    const id = (BigInt(correlationHigh(message, 0)) << 32n) | low;
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (messageType(message, 0) === EXCEPTION_MESSAGE_TYPE) {
      pending?.reject(new RemoteError(decodeError(message)[0]));
    } else {
      pending?.resolve(message);
    }
  }
}

export function requestBytes<M extends MessageSpec>(
  spec: M,
  values: RequestOf<M>,
  id: bigint,
  flags: number = 0,
): Buffer {
  return encodeRequest(spec, values, {
    correlationLow: Number(BigInt.asIntN(32, id)),
    correlationHigh: Number(BigInt.asIntN(32, id >> 32n)),
    flags,
  });
}
