import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Has a server listen at a port of this machine. @returns the port */
export async function listenAt(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** The two ends of a connection, of which nobody hears errors. */
export async function socketPair(
  open: (port: number) => Socket = (port) => connect({ port, host: '127.0.0.1' }),
): Promise<{ readonly socket: Socket; readonly other: Socket }> {
  const server = createServer();
  const port = await listenAt(server);
  const accepting = once(server, 'connection') as Promise<[Socket]>;
  const socket = open(port);
  const [[other]] = await Promise.all([accepting, once(socket, 'connect')]);
  server.close();
  other.on('error', () => undefined);
  return { socket, other };
}
