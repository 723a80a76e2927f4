import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

import { MessageTap } from './message-tap.js';

/** Type of the request `Client.ping`, a client's heartbeat. */
const HEARTBEAT = 0x000b00;
/** Length of the protocol's name, `CP2`, with which a client begins. */
const PROTOCOL_NAME_BYTES = 3;
const LOOK_MILLIS = 100;

/** A proxy between one client and its member. It counts heartbeats, and cuts off a client that has fallen silent. */
export interface Relay {
  /** Address that the client connects to, `host:port`. */
  readonly address: string;
  /** Returns the number of heartbeats since `watch`. */
  heartbeats(): number;
  /** Returns true if a connection has ended since `watch`. */
  hasLost(): boolean;
  /** Begins to count heartbeats, and to cut off silent clients. */
  watch(): void;
  close(): Promise<void>;
}

/**
 * Starts a relay. Members cut silent clients off after `hazelcast.client.max.no.heartbeat.seconds`, 300 by default. The relay does it
 * because the embedded member does not, and nobody would watch for so long.
 *
 * @param target `host:port` of the member
 * @param silence time without a byte from the client after which it is cut off, in ms
 */
export async function startRelay(target: string, silence: number): Promise<Relay> {
  const { hostname, port } = new URL(`tcp://${target}`);
  const pairs = new Set<{ readonly client: Socket; readonly member: Socket; heardAt: number }>();
  let watched = false;
  let heartbeats = 0;
  let lost = false;
  const server = createServer((client) => {
    const member = connect(Number(port), hostname.replace(/^\[|\]$/g, ''));
    const pair = { client, member, heardAt: performance.now() };
    pairs.add(pair);
    const end = (): void => {
      client.destroy();
      member.destroy();
      if (pairs.delete(pair) && watched) lost = true;
    };
    const tap = new MessageTap(PROTOCOL_NAME_BYTES, (type) => {
      if (type === HEARTBEAT) heartbeats++;
    });
    client.on('data', (bytes) => {
      pair.heardAt = performance.now();
      tap.take(bytes);
    });
    for (const socket of [client, member]) socket.setNoDelay(true).on('error', end).on('close', end);
    client.pipe(member);
    member.pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const look = setInterval(() => {
    if (!watched) return;
    for (const { client, heardAt } of pairs) if (performance.now() - heardAt > silence) client.destroy();
  }, LOOK_MILLIS);
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    heartbeats: () => heartbeats,
    hasLost: () => lost,
    watch: () => {
      watched = true;
      heartbeats = 0;
    },
    close: async () => {
      clearInterval(look);
      for (const { client, member } of pairs) {
        client.destroy();
        member.destroy();
      }
      server.close();
      await once(server, 'close');
    },
  };
}
