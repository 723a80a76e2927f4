import { createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Behind the three bytes that begin a connection: a frame's header and a message type, then the correlation id. */
const CORRELATION_ID_AT = 3 + 6 + 4;

/** A member that thinks about it for as long as the test likes before it lets a client in. */
export interface SlowDoor {
  readonly port: number;
  /** Resolves when a client has asked to be let in. */
  readonly asked: Promise<void>;
  /** @param answer makes the member's answer to the request with this correlation id. */
  answer(answer: (correlationId: bigint) => Buffer): void;
  /** Resolves when that client's connection is gone. */
  readonly closed: Promise<void>;
}

export async function startSlowDoor(): Promise<SlowDoor> {
  let client: Socket | undefined;
  let request = Buffer.alloc(0);
  let onAsked = (): void => undefined;
  let onClosed = (): void => undefined;
  const server = createServer((socket) => {
    client ??= socket;
    socket.on('error', () => undefined);
    if (socket !== client) return;
    socket.on('data', (bytes) => {
      request = Buffer.concat([request, bytes]);
      if (request.length >= CORRELATION_ID_AT + 8) onAsked();
    });
    socket.on('close', () => onClosed());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.close();
    client?.destroy();
  });
  return {
    port: (server.address() as AddressInfo).port,
    asked: new Promise((resolve) => {
      onAsked = resolve;
    }),
    answer: (answer) => client!.write(answer(request.readBigInt64LE(CORRELATION_ID_AT))),
    closed: new Promise((resolve) => {
      onClosed = resolve;
    }),
  };
}
