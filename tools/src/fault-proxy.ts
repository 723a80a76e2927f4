import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

import { Direction, Faults } from './faults.js';
import type { Corrupt } from './faults.js';
import { openLane } from './lane.js';

export interface FaultProxyOptions {
  /** Where connections are passed on to, as `host:port`. */
  readonly target: string;
  /** Port on 127.0.0.1 to listen on. Default: one the kernel chooses. */
  readonly port?: number;
}

/**
 * A TCP proxy on 127.0.0.1 that misbehaves on request. Faults add up, hold for every connection, the ones to come
 * included, and stay until `resume`.
 */
export interface FaultProxy {
  readonly address: string;
  readonly host: string;
  readonly port: number;
  /** Clients connected now. */
  readonly connections: number;
  /** Clients ever accepted. */
  readonly accepted: number;
  /** Resolves when at least `count` clients have ever been accepted. */
  untilAccepted(count: number): Promise<void>;
  /** Resets (RST) every connection on both sides. New ones are welcome: add `refuse` against those. */
  cutAll(): void;
  /** Resets every new connection at once; the open ones live on. */
  refuse(): void;
  /**
   * A black hole: nothing arrives any more in that direction (default: in both), no byte and no goodbye, and
   * nobody is told. What was sent meanwhile is delivered on `resume`, as TCP does when a cable is put back.
   * A new connection is accepted, for that is the kernel's doing, and then stays silent.
   */
  dropPackets(direction?: Direction): void;
  /** Makes everything `ms` late, without changing its order or its rate. */
  delay(ms: number): void;
  /** Passes bytes on `size` at a time, each piece in a write, and so usually a packet, of its own. */
  splitBytes(size: number): void;
  /** Lets `corrupt` change what clients receive, piece by piece as it came from the target. */
  corrupt(corrupt: Corrupt): void;
  /** Limits each direction of each connection. */
  throttle(bytesPerSecond: number): void;
  /** Lifts every fault. */
  resume(): void;
  /** Resets what is open and stops listening. */
  close(): Promise<void>;
}

const HOST = '127.0.0.1';

export async function startFaultProxy(options: FaultProxyOptions): Promise<FaultProxy> {
  const target = parseAddress(options.target);
  const faults = new Faults();
  const pairs = new Set<readonly [Socket, Socket]>();
  const waiting = new Set<() => void>();
  let accepted = 0;

  const accept = (client: Socket): void => {
    client.on('error', ignore);
    accepted++;
    for (const look of waiting) look();
    if (faults.refusing) {
      client.resetAndDestroy();
      return;
    }
    const upstream = connect({ ...target, noDelay: true, allowHalfOpen: true });
    upstream.on('error', ignore);
    const pair = [client, upstream] as const;
    pairs.add(pair);
    client.once('close', () => pairs.delete(pair));
    openLane(client, upstream, Direction.UPSTREAM, faults);
    openLane(upstream, client, Direction.DOWNSTREAM, faults);
  };

  const server = createServer({ noDelay: true, allowHalfOpen: true }, accept);
  const port = await listen(server, options.port ?? 0);
  const cutAll = (): void => {
    for (const pair of pairs) for (const socket of pair) socket.resetAndDestroy();
  };

  return {
    address: `${HOST}:${port}`,
    host: HOST,
    port,
    get connections(): number {
      return pairs.size;
    },
    get accepted(): number {
      return accepted;
    },
    untilAccepted: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (accepted < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    cutAll,
    refuse: () => {
      faults.refusing = true;
    },
    dropPackets: (direction) => faults.drop(direction === undefined ? Object.values(Direction) : [direction]),
    delay: (ms) => {
      faults.delay = positive('delay', ms);
    },
    splitBytes: (size) => {
      faults.split = positive('splitBytes', size);
    },
    corrupt: (corrupt) => {
      faults.corrupt = corrupt;
    },
    throttle: (bytesPerSecond) => {
      faults.bytesPerSecond = positive('throttle', bytesPerSecond);
    },
    resume: () => faults.clear(),
    close: () => {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      cutAll();
      return closed;
    },
  };
}

// A socket's error is told to the other side by its lane, on the close event that follows.
function ignore(): void {}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => resolve((server.address() as AddressInfo).port));
  });
}

function parseAddress(address: string): { host: string; port: number } {
  const match = /^(.+):(\d+)$/.exec(address);
  if (match?.[1] === undefined) throw new Error(`Not an address of the form host:port: ${address}`);
  return { host: match[1], port: Number(match[2]) };
}

function positive(fault: string, value: number): number {
  if (value > 0) return value;
  throw new RangeError(`${fault} takes a number above 0, got ${value}; resume() lifts a fault`);
}
