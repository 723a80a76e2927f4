import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import type { TLSSocket } from 'node:tls';

import type { Certificate } from './certificates.js';

export interface TlsProxyOptions {
  /** Address that the decrypted bytes go to, `host:port`. */
  readonly target: string;
  /** Certificate that the proxy presents. */
  readonly certificate: Certificate;
  /** PEM of the authority that must have issued a client's certificate. Default: clients need none. */
  readonly clientCa?: string;
  /** Port on 127.0.0.1. Default: one the kernel chooses. */
  readonly port?: number;
}

/** A proxy that ends TLS in front of a member that speaks plain TCP only, as open-source members do. */
export interface TlsProxy {
  readonly address: string;
  readonly port: number;
  /** Number of handshakes completed so far. */
  readonly accepted: number;
  /** Name that each client asked for (SNI); false where it asked for none. */
  readonly names: readonly (string | false)[];
  close(): Promise<void>;
}

const HOST = '127.0.0.1';

export async function startTlsProxy(options: TlsProxyOptions): Promise<TlsProxy> {
  const { certificate, clientCa } = options;
  const [host, port] = options.target.split(':');
  const names: (string | false)[] = [];
  const open = new Set<() => void>();

  const server = createServer(
    { ...certificate, ...(clientCa === undefined ? {} : { ca: clientCa, requestCert: true }) },
    (client: TLSSocket) => {
      names.push((client as { servername?: string | false }).servername ?? false);
      const upstream = connect({ host, port: Number(port), noDelay: true });
      const end = (): void => {
        open.delete(end);
        client.destroy();
        upstream.destroy();
      };
      open.add(end);
      for (const socket of [client, upstream]) socket.on('error', end).on('close', end);
      client.pipe(upstream).pipe(client);
    },
  );
  // A failed handshake is reported by the client.
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, HOST, resolve);
  });
  const own = (server.address() as AddressInfo).port;
  return {
    address: `${HOST}:${own}`,
    port: own,
    get accepted(): number {
      return names.length;
    },
    names,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const end of open) end();
      }),
  };
}
