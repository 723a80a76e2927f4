import type { MemberOptions } from '@offloop/member';
import { Client } from 'offloop';
import { describe, expect, test } from 'vitest';

import { memberOfTest } from './support/embedded-member.js';
import { connectMap, codeOf, connect, freshMap, testConfig, type Config } from './support/client-bench.js';
import { TESTED_WORKERS } from './support/workers.js';
import { Code } from './support/codes.js';
import { startProxiedMember } from './support/proxied-member.js';

async function memberWith(options: MemberOptions): Promise<string> {
  const member = await memberOfTest({ ...options });
  return member.address;
}

describe.each([TESTED_WORKERS, 0])('with workers: %s', (workers) => {
  const runtime = { workers };
  const refusal = (address: string, config: Config): Promise<string> =>
    codeOf(Client.newHazelcastClient(testConfig(address, { runtime, ...config }).config));
  const works = async (address: string, config: Config): Promise<void> => {
    const { client } = await connect(address, { runtime, ...config });
    expect(await (await freshMap(client)).size()).toBe(0);
  };

  test('a name and a password open what they are for, and nothing else does', async () => {
    const address = await memberWith({ credentials: { username: 'ann', password: 'sécret' } });
    await works(address, { security: { usernamePassword: { username: 'ann', password: 'sécret' } } });
    for (const security of [
      {},
      { usernamePassword: { username: 'ann', password: 'secret' } },
      { usernamePassword: { username: 'bob', password: 'sécret' } },
      { token: { token: 'sécret' } },
    ]) {
      expect(await refusal(address, { security })).toBe(Code.AUTHENTICATION);
    }
  });

  test('a token is sent as the bytes its text stands for', async () => {
    const address = await memberWith({ credentials: { token: 'open sesame' } });
    await works(address, { security: { token: { token: 'open sesame' } } });
    await works(address, { security: { token: { token: 'b3BlbiBzZXNhbWU=', encoding: 'BASE64' } } });
    expect(await refusal(address, { security: { token: { token: 'b3BlbiBzZXNhbWU=' } } })).toBe(
      Code.AUTHENTICATION,
    );
  });

  test('custom credentials are serialized on this thread, by this thread’s serializers', async () => {
    // A Data: no partition hash, type id 7, and what the serializer wrote.
    const bytes = Buffer.from('00000000000000070000002a', 'hex');
    const address = await memberWith({ credentials: { token: bytes } });
    const serialization = {
      customSerializers: [
        {
          id: 7,
          read: () => null,
          write: (output: { writeInt(value: number): void }, value: { pin: number }) =>
            output.writeInt(value.pin),
        },
      ],
    } as unknown as NonNullable<Config['serialization']>;
    await works(address, { serialization, security: { custom: { hzCustomId: 7, pin: 42 } } });
    await works(address, { serialization, customCredentials: { hzCustomId: 7, pin: 42 } });
    expect(await refusal(address, { serialization, security: { custom: { hzCustomId: 7, pin: 43 } } })).toBe(
      Code.AUTHENTICATION,
    );
    expect(await refusal(address, { security: { custom: () => 42 } })).toBe(Code.SERIALIZATION);
  });

  test('a cluster that does not allow the client, or speaks another serialization version, says so', async () => {
    expect(await refusal(await memberWith({ clientsAllowed: false }), {})).toBe(Code.ILLEGAL_STATE);
    expect(await refusal(await memberWith({ serializationVersion: 2 }), {})).toBe(Code.ILLEGAL_STATE);
  });

  test('credentials are shown again to whoever is connected to again', async () => {
    const { proxy } = await startProxiedMember({ credentials: { token: 'again' } });
    const { lifecycle, map } = await connectMap(proxy.address, {
      runtime,
      security: { token: { token: 'again' } },
    });
    proxy.cutAll();
    await lifecycle.until('CONNECTED', 2);
    expect(await map.size()).toBe(0);
  });
});
