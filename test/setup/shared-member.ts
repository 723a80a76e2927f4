import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startRealMember, type RealMember } from '@offloop/tools';
import type { TestProject } from 'vitest/node';

/**
 * A real member with the SQL engine for all files that use `sharedMember`. A process of its own for each of them would be half of their
 * time. It is started when the first of them asks for its address.
 */
export default async function shareMember({ config }: TestProject): Promise<() => Promise<void>> {
  const { OFFLOOP_JVM_OPTIONS: options } = config.env;
  const jvmOptions = options === undefined ? [] : options.split(' ');
  let member: Promise<RealMember> | undefined;
  const server = createServer((_request, response) => {
    member ??= startRealMember({ sql: true, jvmOptions });
    member.then(
      ({ address }) => response.end(address),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  config.env = { ...config.env, OFFLOOP_SHARED_MEMBER: `http://127.0.0.1:${port}` };
  return async () => {
    server.close();
    await member?.then(
      (started) => started.kill(),
      () => undefined,
    );
  };
}
