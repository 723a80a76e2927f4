import { startMember, type Member } from '@offloop/member';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { start } from './support/programs.js';

let member: Member;
beforeAll(async () => {
  member = await startMember({ log: () => undefined });
});
afterAll(() => member.stop());

test('a program that shuts its client down ends by itself', async () => {
  const program = start('src/ends.mjs', member.address);
  expect(await program.ended).toBe(0);
  expect(program.output.text).toMatch(/^0 jobs$/m);
});

test.each(['1', '0'])(
  'a client with %s workers keeps its process alive, and lets it end when it is shut down',
  async (workers) => {
    const program = start('test/support/left-open.mjs', member.address, {}, [workers]);
    expect(await program.ended).toBe(0);
    expect(program.output.text).toMatch(/^still here$/m);
  },
);
