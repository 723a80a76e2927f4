import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { certificateAuthority } from '@offloop/tools';
import { onTestFinished } from 'vitest';

/** What it answers with; without a body, never. */
export interface CloudAnswer {
  readonly status?: number;
  readonly body?: string;
  /** Whether the connection ends in the middle of it. Default false. */
  readonly isCut?: boolean;
}

export interface CloudService {
  /** For the property `hazelcast.client.cloud.url`. */
  readonly url: string;
  /** Of the authority that has signed its certificate, PEM. */
  readonly caCert: string;
  /** Paths of the requests so far. */
  readonly requests: readonly string[];
  answer: CloudAnswer;
}

/** A list of members as the service writes it: the address in their own network, and the public one. */
export function cloudMembers(...members: readonly (readonly [own: string, reached: string])[]): CloudAnswer {
  const list = members.map(([own, reached]) => ({ 'private-address': own, 'public-address': reached }));
  return { body: JSON.stringify(list) };
}

/** Hazelcast Cloud's discovery on a port of this machine, until the test is over. */
export async function startCloudService(answer: CloudAnswer): Promise<CloudService> {
  const authority = await certificateAuthority('an authority of the cloud');
  const requests: string[] = [];
  const service = { url: '', caCert: authority.cert, requests, answer };
  const server = createServer(await authority.issue(['127.0.0.1']), (request, response) => {
    requests.push(request.url ?? '');
    const { status = 200, body, isCut = false } = service.answer;
    if (body === undefined) return;
    response.writeHead(status, status === 302 ? { location: `${service.url}/elsewhere` } : {});
    if (isCut) response.write(body, () => response.destroy());
    else response.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  service.url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return service;
}
