import { startRealCluster, type RealCluster } from '@offloop/tools';
import { afterAll, beforeAll, describe } from 'vitest';

import { testBehaviours } from './support/behaviours.js';
import { sharedMember, type SharedMember } from '../cluster/support/shared-member.js';

describe('on one member', () => {
  let member: SharedMember;
  beforeAll(async () => {
    member = await sharedMember();
  });

  testBehaviours(() => member.address);
});

describe('on three members', () => {
  let cluster: RealCluster;
  beforeAll(async () => {
    cluster = await startRealCluster(3, { heap: '256m' });
  });
  afterAll(() => cluster.kill());

  testBehaviours(() => cluster.addresses[0]);
});
