import { startMember, type Member, type MemberOptions } from '@offloop/member';
import { afterAll } from 'vitest';

/** An embedded member that says nothing, for all tests of the file or of the block. */
export async function embeddedMember(options?: MemberOptions): Promise<Member> {
  const member = await startMember({ log: () => undefined, ...options });
  afterAll(() => member.stop());
  return member;
}
