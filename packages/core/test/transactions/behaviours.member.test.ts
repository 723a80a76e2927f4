import { startMember, type Member } from '@offloop/member';
import { afterAll, beforeAll } from 'vitest';

import { testBehaviours } from './support/behaviours.js';

let member: Member;
beforeAll(async () => {
  member = await startMember({ log: () => undefined });
});
afterAll(() => member.stop());

testBehaviours(() => member.address);
