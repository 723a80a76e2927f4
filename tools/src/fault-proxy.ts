import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';

import { Direction, Faults } from './faults.js';
import type { Corrupt } from './faults.js';
import { openLane } from './lane.js';

export interface FaultProxyOptions {
  /** Address that connections are passed on to, `host:port`. */
  readonly target: string;
  /** Port on 127.0.0.1 to listen on. Default: one the kernel chooses. */
  readonly port?: number;
}

/**
 * A TCP proxy on 127.0.0.1 that misbehaves on request. Faults add up, hold for all connections, also for later ones, and stay until
 * `resume`.
 */
export interface FaultProxy {
  /** Address of the proxy, `host:port`. */
  readonly address: string;
  readonly host: string;
  readonly port: number;
  /** Number of clients connected now. */
  readonly connections: number;
  /** Number of clients ever accepted. */
  readonly accepted: number;
  /** Resolves when at least `count` clients have ever been accepted. */
  untilAccepted(count: number): Promise<void>;
  /** Resets (RST) every connection on both sides. New ones are accepted unless `refuse` was called. */
  cutAll(): void;
  /** Resets every new connection at once; the open ones stay. */
  refuse(): void;
  /**
   * Holds back all that is sent in a direction (default: in both), also the end of a connection, without an error on either side. It is
   * delivered on `resume`, as TCP does when a cable is put back. A new connection is still accepted, as the kernel does that, and then
   * stays silent.
   */
  dropPackets(direction?: Direction): void;
  /** Delays everything by `ms` milliseconds, without changing its order or its rate. */
  delay(ms: number): void;
  /** Passes on at most `size` bytes at a time. Each piece is a write of its own, and so usually a packet. */
  splitBytes(size: number): void;
  /** Lets `corrupt` change what clients receive. It is called with each piece as it came from the target. */
  corrupt(corrupt: Corrupt): void;
  /** Limits each direction of each connection to this many bytes a second. */
  throttle(bytesPerSecond: number): void;
  /** Lifts every fault. */
  resume(): void;
  /** Resets all connections and stops listening. */
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

// A socket's error needs no handling here: its lane passes it on at the close event that follows.
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
