import type { Member } from '@offloop/member';
import { Client } from 'offloop';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';

import { memberOfTest } from './support/embedded-member.js';
import { connect, eventually, freshMap, testConfig, type Config } from './support/client-bench.js';
import { TESTED_WORKERS } from './support/workers.js';
import { cloudMembers, startCloudService, type CloudService } from './support/cloud-service.js';
import { Code } from './support/codes.js';
import { GOT_IN, outcomeFor } from './support/trusting-process.js';

const TOKEN = 'a-secret token';
/** Where nobody outside of the members' network gets to. */
const OWN = { host: '203.0.113.7', port: 5701 };
const OWN_ADDRESS = `${OWN.host}:${OWN.port}`;

async function memberOfCloud(clusterName = 'dev'): Promise<Member> {
  const member = await memberOfTest({
    advertise: OWN,
    clusterName,
    failoverSupported: true,
  });
  return member;
}

test.each(['official', 'offloop'] as const)(
  'the %s client asks the service it trusts, and connects to the public address',
  async (which) => {
    const member = await memberOfCloud();
    const service = await startCloudService(cloudMembers([OWN_ADDRESS, member.address]));
    const outcome = await outcomeFor(which, service.caCert, {
      network: { hazelcastCloud: { discoveryToken: 'token' } },
      properties: { 'hazelcast.client.cloud.url': service.url },
    });
    expect(outcome).toBe(GOT_IN);
    expect(new Set(service.requests)).toEqual(new Set(['/cluster/discovery?token=token']));
  },
);

test('a service that is not trusted is asked for nothing', async () => {
  const service = await startCloudService(cloudMembers());
  const { config } = configFor(service, { runtime: { workers: 0 } });
  await expect(Client.newHazelcastClient(config)).rejects.toMatchObject({
    code: Code.ILLEGAL_STATE,
    message: expect.stringContaining('certificate') as unknown,
  });
  expect(service.requests).toEqual([]);
});

function configFor(service: CloudService, overrides: Config = {}): ReturnType<typeof testConfig> {
  return testConfig('', {
    ...overrides,
    network: { clusterMembers: [], hazelcastCloud: { discoveryToken: TOKEN }, ...overrides.network },
    connectionStrategy: {
      connectionRetry: { initialBackoffMillis: 10, maxBackoffMillis: 20, clusterConnectTimeoutMillis: 50 },
      ...overrides.connectionStrategy,
    },
    properties: {
      'hazelcast.client.cloud.url': service.url,
      'hazelcast.client.shuffle.member.list': false,
    },
  });
}

describe.each([TESTED_WORKERS, 0])('with workers: %s', (workers) => {
  const runtime = { workers };
  // The certificate is of an authority that this process did not know when it began.
  beforeEach(() => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  test.each([
    [{ status: 401, body: '' }, Code.AUTHENTICATION, 'Your cluster discovery token is invalid: '],
    [{ status: 503, body: '' }, Code.ILLEGAL_STATE, 'answered with status 503'],
    // Another place must not get the token.
    [{ status: 302, body: '' }, Code.ILLEGAL_STATE, 'answered with status 302'],
    [{ body: '[{"private', isCut: true }, Code.ILLEGAL_STATE, 'Hazelcast Cloud could not be asked: aborted'],
    [{ body: `{"${TOKEN}"` }, Code.ILLEGAL_STATE, 'answered with invalid JSON'],
    [{ body: '{}' }, Code.ILLEGAL_STATE, 'did not answer with a list of members'],
    [{ body: '[]' }, Code.ILLEGAL_STATE, 'knows of no member'],
    [{ body: '[{"private-address":"a"}]' }, Code.ILLEGAL_STATE, 'has no public-address in element 0'],
    [{ body: '[null]' }, Code.ILLEGAL_STATE, 'has no public-address in element 0'],
    [cloudMembers([':1', 'a:1']), Code.ILLEGAL_STATE, 'has no private-address in element 0'],
    [cloudMembers(['a', 'user@a:1']), Code.ILLEGAL_STATE, 'has no public-address in element 0'],
    [cloudMembers(['a', '[a]:1']), Code.ILLEGAL_STATE, 'has no public-address in element 0'],
    [cloudMembers(['a', 'a\0b:1']), Code.ILLEGAL_STATE, 'has no public-address in element 0'],
    [cloudMembers(['a', 'a:65536']), Code.ILLEGAL_STATE, 'has no public-address in element 0'],
    [{ body: ' '.repeat(2 ** 20 + 1) }, Code.ILLEGAL_STATE, 'answered with more than 1048576 bytes'],
    [{}, Code.ILLEGAL_STATE, 'Hazelcast Cloud request timed out after 500 ms'],
  ])('the answer %j fails the start, and no text has the token', async (answer, code, words) => {
    const service = await startCloudService(answer);
    const { config, log } = configFor(service, { runtime, network: { connectionTimeout: 500 } });
    const error = await Client.newHazelcastClient(config).catch((reason: unknown) => reason as Error);
    expect(error).toMatchObject({ code, message: expect.stringContaining(words) as unknown });
    const said = [String((error as Error).stack), ...log.map(({ text }) => text)].join('\n');
    expect(said).not.toMatch(/a-secret/);
    expect(service.requests[0]).toBe('/cluster/discovery?token=a-secret%20token');
  });

  test('a service that is back is asked again, and a member that has moved is found', async () => {
    const member = await memberOfCloud();
    const service = await startCloudService({ status: 503, body: '' });
    const { config } = configFor(service, {
      runtime,
      connectionStrategy: { connectionRetry: { initialBackoffMillis: 5, maxBackoffMillis: 5 } },
    });
    const starting = Client.newHazelcastClient(config);
    await eventually(() => service.requests.length > 2);
    service.answer = cloudMembers([OWN_ADDRESS, member.address]);
    const client = await starting;
    onTestFinished(() => client.shutdown());
    const map = await freshMap<string, string>(client);
    await map.set('k', 'v');

    await member.stop();
    const moved = await memberOfCloud();
    service.answer = cloudMembers([OWN_ADDRESS, moved.address]);
    expect(await map.get('k')).toBeNull();
  });

  test('addresses without a port, and of IPv6, are read as officially', async () => {
    const member = await memberOfCloud();
    const service = await startCloudService(
      cloudMembers(['10.0.0.1', '[2001:db8::1]:7'], ['10.0.0.2', '2001:db8::2'], [OWN.host, member.address]),
    );
    const { config, log } = configFor(service, { runtime, network: { connectionTimeout: 200 } });
    const client = await Client.newHazelcastClient({
      ...config,
      connectionStrategy: { connectionRetry: { initialBackoffMillis: 5, maxBackoffMillis: 5 } },
    });
    onTestFinished(() => client.shutdown());
    expect(await (await freshMap(client)).size()).toBe(0);
    const tried = log.flatMap(({ text }) => /^2001:db8::\d:\d+/.exec(text) ?? []);
    expect(tried.slice(0, 2)).toEqual(['2001:db8::1:7', '2001:db8::2:5701']);
  });

  test('a client goes over from a cluster of the cloud to another one, and back', async () => {
    const blue = await memberOfCloud('blue');
    const green = await memberOfTest({ clusterName: 'green', failoverSupported: true });
    const service = await startCloudService(cloudMembers([OWN_ADDRESS, blue.address]));
    const { config, lifecycle } = configFor(service, { runtime });
    const client = await Client.newHazelcastFailoverClient({
      clientConfigs: [
        { ...config, clusterName: 'blue' },
        { ...config, clusterName: 'green', network: { clusterMembers: [green.address] } },
      ],
    });
    onTestFinished(() => client.shutdown());
    const map = await freshMap<string, string>(client);
    await map.set('k', 'v');
    await blue.stop();
    service.answer = { status: 503, body: '' };
    await lifecycle.until('CHANGED_CLUSTER');
    expect(await map.get('k')).toBeNull();
    expect(green.stats().connections).toBeGreaterThan(0);
  });
});

test('members given beside the cloud are refused in the official words', async () => {
  const { config } = testConfig('127.0.0.1', { network: { hazelcastCloud: { discoveryToken: TOKEN } } });
  await expect((async () => Client.newHazelcastClient(config))()).rejects.toMatchObject({
    code: Code.ILLEGAL_STATE,
    message: expect.stringMatching(/^Only one discovery method can be enabled at a time\. /) as unknown,
    details: { option: 'network.hazelcastCloud' },
  });
});

test('without a token the configured members count', async () => {
  const member = await memberOfTest();
  const { client } = await connect(member.address, { network: { hazelcastCloud: {} } });
  expect(await (await freshMap(client)).size()).toBe(0);
});
