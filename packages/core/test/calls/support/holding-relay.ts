import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A network that loses sight of a connection: its client is cut off, what it had sent arrives all the same, much later. */
export interface HoldingRelay {
  readonly port: number;
  readonly address: string;
  /** What clients send on the connections of the moment waits here. Resolves when `text` does, whole. */
  hold(text: string): Promise<void>;
  /** Resets those connections at the clients' side only. New ones pass freely. */
  cutClients(): void;
  /** Delivers what waits. */
  deliver(): void;
}

interface Lane {
  readonly client: Socket;
  readonly upstream: Socket;
  /** Undefined: passes freely. */
  held: Buffer[] | undefined;
}

export async function startHoldingRelay(target: () => number): Promise<HoldingRelay> {
  const lanes: Lane[] = [];
  let onHeld = (): void => undefined;
  const server = createServer((client) => {
    const upstream = connect(target(), '127.0.0.1');
    const lane: Lane = { client, upstream, held: undefined };
    lanes.push(lane);
    client.on('error', () => undefined);
    upstream.on('error', () => undefined);
    client.on('data', (bytes) => {
      if (lane.held === undefined) upstream.write(bytes);
      else lane.held.push(bytes);
      onHeld();
    });
    upstream.on('data', (bytes) => {
      if (!client.destroyed) client.write(bytes);
    });
    upstream.on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.close();
    for (const { client, upstream } of lanes) {
      client.destroy();
      upstream.destroy();
    }
  });
  const holds = (text: string): boolean =>
    lanes.some(({ held }) => held !== undefined && Buffer.concat(held).includes(text));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    address: `127.0.0.1:${port}`,
    hold: (text) => {
      for (const lane of lanes) lane.held = [];
      return new Promise((resolve) => {
        onHeld = () => {
          if (holds(text)) resolve();
        };
      });
    },
    cutClients: () => {
      for (const { client } of lanes) client.resetAndDestroy();
    },
    deliver: () => {
      for (const lane of lanes) {
        for (const bytes of lane.held ?? []) lane.upstream.write(bytes);
        lane.held = undefined;
      }
    },
  };
}
