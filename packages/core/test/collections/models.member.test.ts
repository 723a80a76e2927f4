import { startMember, type Member } from '@offloop/member';
import { rounds } from '@offloop/tools';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { connect } from '../client/support/client-bench.js';
import { checkAgainstModel } from './support/models.js';

const RUNS = rounds({ short: 20, full: 60 });

let member: Member;
beforeAll(async () => {
  member = await startMember();
});
afterAll(() => member.stop());

test.each(['getList', 'getQueue', 'getSet'] as const)(
  '%s does on the embedded member what an array does, whatever is called',
  async (kind) => {
    const { client } = await connect(member.address);
    await expect(checkAgainstModel(client, kind, RUNS)).resolves.toBeUndefined();
  },
);
