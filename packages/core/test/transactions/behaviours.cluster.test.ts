import { startRealCluster, startRealMember, type RealCluster, type RealMember } from '@offloop/tools';
import { afterAll, beforeAll, describe } from 'vitest';

import { testBehaviours } from './support/behaviours.js';

describe('on one member', () => {
  let member: RealMember;
  beforeAll(async () => {
    member = await startRealMember();
  });
  afterAll(() => member.kill());

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
