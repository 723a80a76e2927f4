import { AssertionError } from 'node:assert';
import type { MemberDescription } from '@offloop/contract';
import { SILENT_LOGGER } from '@offloop/tools';
import { expect, test } from 'vitest';

import { ClusterService } from '../../src/cluster/cluster-service.js';
import { MemberEvent, type MembershipEvent, type MembershipListener } from '../../src/cluster/membership.js';
import type { Member } from '../../src/cluster/member.js';
import type { ILogger } from '../../src/logging/logger.js';
import { IllegalArgumentError } from '@offloop/values';

const errors: unknown[] = [];
const logger: ILogger = { ...SILENT_LOGGER, error: (_source, _message, error) => void errors.push(error) };

function described(number: number, more: Partial<MemberDescription> = {}): MemberDescription {
  return {
    uuid: `00000000-0000-0001-ffff-00000000000${number}`,
    address: { host: '127.0.0.1', port: 5700 + number },
    publicAddress: null,
    liteMember: false,
    version: { major: 5, minor: 6, patch: 0 },
    attributes: { rack: `r${number}` },
    ...more,
  };
}

function recorder(heard: string[], initial: boolean): MembershipListener {
  const line = (type: string, members: readonly Member[]): void =>
    void heard.push(`${type} ${members.map(({ address }) => address.port).join()}`);
  const init = ({ members }: { members: readonly Member[] }): void => line('init', members);
  return {
    memberAdded: ({ member, members }) => line(`+${member.address.port} of`, members),
    memberRemoved: ({ member, members }) => line(`-${member.address.port} of`, members),
    ...(initial ? { init } : {}),
  };
}

test('an initial listener hears of the members once, then of changes: who left first', () => {
  const heard: string[] = [];
  const service = new ClusterService([recorder(heard, true)], logger);
  expect(service.getMembers()).toEqual([]);
  service.onMembers([described(1), described(2)]);
  service.onMembers([described(1), described(2)]);
  service.onMembers([described(2), described(3)]);
  expect(heard).toEqual(['init 5701,5702', '-5701 of 5702,5703', '+5703 of 5702,5703']);
});

test('a listener added later hears of the present members at once, exactly once, and nothing after its removal', () => {
  const heard: string[] = [];
  const service = new ClusterService([], logger);
  service.onMembers([described(1)]);
  const id = service.addMembershipListener(recorder(heard, true));
  service.onMembers([described(1), described(2)]);
  expect(service.removeMembershipListener(id)).toBe(true);
  expect(service.removeMembershipListener(id)).toBe(false);
  service.onMembers([described(2)]);
  expect(heard).toEqual(['init 5701', '+5702 of 5701,5702']);
});

test('the same member at another address, or a replaced one at the same, left and was added', () => {
  const heard: string[] = [];
  const service = new ClusterService([recorder(heard, false)], logger);
  service.onMembers([described(1)]);
  service.onMembers([described(1, { address: { host: '127.0.0.1', port: 5799 } })]);
  service.onMembers([described(2, { address: { host: '127.0.0.1', port: 5799 } })]);
  expect(heard).toEqual(['-5701 of 5799', '+5799 of 5799', '-5799 of 5799', '+5799 of 5799']);
});

test('an event says whether its member was added or removed', () => {
  const types: string[] = [];
  const note = ({ eventType }: MembershipEvent): void => void types.push(MemberEvent[eventType]);
  const service = new ClusterService([{ memberAdded: note, memberRemoved: note }], logger);
  for (const members of [[1], [1, 2], [2]]) service.onMembers(members.map((number) => described(number)));
  expect(types).toEqual(['ADDED', 'REMOVED']);
});

test('a listener that throws keeps no other from hearing, and is logged', () => {
  const heard: string[] = [];
  const failing: MembershipListener = {
    memberAdded: () => {
      throw new Error('of the listener');
    },
  };
  const service = new ClusterService([failing, recorder(heard, false)], logger);
  service.onMembers([described(1)]);
  service.onMembers([described(1), described(2)]);
  expect(heard).toEqual(['+5702 of 5701,5702']);
  expect(errors.splice(0)).toEqual([new Error('of the listener')]);
});

test('a listener that adds one and removes one: the new one hears of the change by its init, the other no more', () => {
  const heard: string[] = [];
  const service = new ClusterService([], logger);
  service.onMembers([described(1)]);
  let other = '';
  service.addMembershipListener({
    memberAdded: () => {
      service.removeMembershipListener(other);
      service.addMembershipListener(recorder(heard, true));
    },
  });
  other = service.addMembershipListener(recorder(heard, false));
  service.onMembers([described(1), described(2)]);
  expect(heard).toEqual(['init 5701,5702']);
});

test('members are listed in the order of the cluster, as far as a selector wants them', () => {
  const service = new ClusterService([], logger);
  service.onMembers([described(3), described(1, { liteMember: true }), described(2)]);
  const text = service.getMembers().map((member) => member.toString());
  expect(text).toEqual([
    'Member [127.0.0.1]:5703 - 00000000-0000-0001-ffff-000000000003',
    'Member [127.0.0.1]:5701 - 00000000-0000-0001-ffff-000000000001 lite',
    'Member [127.0.0.1]:5702 - 00000000-0000-0001-ffff-000000000002',
  ]);
  const data = service.getMembers((member) => !member.liteMember);
  expect(data.map(({ address }) => address.port)).toEqual([5703, 5702]);
  expect(() => service.getMembers(7 as never)).toThrow(IllegalArgumentError);
  expect(() => service.addMembershipListener(null as never)).toThrow(AssertionError);
});

test('what a caller does to its list of members changes nothing here', () => {
  const service = new ClusterService([], logger);
  service.onMembers([described(1)]);
  service.getMembers().pop();
  expect(service.getMembers()).toHaveLength(1);
});
