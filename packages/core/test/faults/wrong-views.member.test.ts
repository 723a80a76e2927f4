import type { FaultyRequest, Member } from '@offloop/member';
import { encodeEvent, type EventOf, messages, type WireUuid } from '@offloop/wire';
import { beforeEach, describe, expect, test } from 'vitest';

import { memberOfTest } from '../client/support/embedded-member.js';
import { connectMap, connect, eventually, freshMap, TESTED_WORKERS } from '../client/support/client-bench.js';
import { startSlowDoor } from './support/slow-door.js';
import { answerWith, correlation, memberInfo, responseTo, welcome } from './support/scripted.js';
import { figuresOf } from '../client/support/figures.js';

const { addClusterViewListener } = messages.client;
type MembersView = EventOf<typeof addClusterViewListener, 'MembersView'>;

/** Nobody listens there. */
const STRANGER: WireUuid = { msb: 1n, lsb: 2n };

function wireUuid(text: string): WireUuid {
  const hex = text.replaceAll('-', '');
  const half = (digits: string): bigint => BigInt.asIntN(64, BigInt(`0x${digits}`));
  return { msb: half(hex.slice(0, 16)), lsb: half(hex.slice(16)) };
}

describe.each([TESTED_WORKERS, 0])('with workers: %s', (workers) => {
  let member: Member;
  let self: WireUuid;
  beforeEach(async () => {
    member = await memberOfTest();
    const { client } = await connect(member.address);
    self = wireUuid(client.getCluster().getMembers()[0].uuid.toString());
    // What comes next is asked for by the client of the test.
    await eventually(() => member.stats().requests['client.addClusterViewListener'] === 1);
  });

  const view = (version: number, uuids: WireUuid[]): MembersView => ({
    version,
    memberInfos: uuids.map((uuid) => memberInfo(uuid, uuid === self ? member.port : 1)),
  });

  /** What the next client that asks for it hears of the cluster. */
  function tell(views: () => MembersView[]): void {
    const told = ({ correlationId }: FaultyRequest): Buffer => {
      const ids = correlation(correlationId);
      const events = views().map((each) => encodeEvent(addClusterViewListener, 'MembersView', each, ids));
      return Buffer.concat([responseTo({ correlationId }, addClusterViewListener, {}), ...events]);
    };
    answerWith(member, 'client.addClusterViewListener', told, 1);
  }

  test('a view that is older than the one before it changes nothing', async () => {
    tell(() => [view(9, [self, STRANGER]), view(8, [self]), view(9, [self])]);
    const { client, lifecycle } = await connect(member.address, { runtime: { workers } });
    await eventually(() => client.getCluster().getMembers().length === 2);
    // Behind all of them.
    const map = await freshMap(client);
    await map.set('k', 'v');
    expect(client.getCluster().getMembers()).toHaveLength(2);
    expect(lifecycle.count('DISCONNECTED')).toBe(0);
  });

  test('a newer one does', async () => {
    tell(() => [view(9, [self, STRANGER]), view(10, [self])]);
    const { client, map } = await connectMap(member.address, { runtime: { workers } });
    await map.set('k', 'v');
    expect(client.getCluster().getMembers()).toHaveLength(1);
  });

  test('the connection to a member that left the cluster is closed, though its socket is open', async () => {
    tell(() => [view(9, [STRANGER])]);
    const { client, log } = await connect(member.address, { runtime: { workers } });
    await eventually(() => log.some(({ text }) => /left the cluster/.test(text)));
    const map = await freshMap(client);
    await map.set('k', 'v');
    expect(await map.get('k')).toBe('v');
  });

  test('a member that left while it was connected to is no longer connected to', async () => {
    const door = await startSlowDoor();
    const both = [memberInfo(self, member.port), memberInfo(STRANGER, door.port)];
    let listener = 0n;
    answerWith(member, 'client.authentication', ({ correlationId }) =>
      welcome(correlationId, { memberUuid: self, memberInfos: both }),
    );
    answerWith(member, 'client.addClusterViewListener', (request) => {
      listener = request.correlationId;
      return responseTo(request, addClusterViewListener, {});
    });
    answerWith(member, 'client.createProxy', (request) =>
      responseTo(request, messages.client.createProxy, {}),
    );
    answerWith(member, 'map.size', (request) =>
      Buffer.concat([
        encodeEvent(addClusterViewListener, 'MembersView', view(2, [self]), correlation(listener)),
        responseTo(request, messages.map.size, { response: 7 }),
      ]),
    );
    const { client } = await connect(member.address, {
      runtime: { workers },
      backupAckToClientEnabled: false,
      metrics: { enabled: false },
    });
    await door.asked;
    expect(client.getCluster().getMembers()).toHaveLength(2);
    const map = await freshMap(client);
    // Before this answer, and so before the other member's, the view without it.
    expect(await map.size()).toBe(7);
    door.answer((id) => welcome(id, { memberUuid: STRANGER, memberInfos: both }));
    await door.closed;
    expect(figuresOf(client).connections).toBe(1);
    expect(await map.size()).toBe(7);
  });
});
