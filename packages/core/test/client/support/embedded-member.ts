import { startMember, type Member, type MemberOptions } from '@offloop/member';
import { afterAll, afterEach, onTestFinished } from 'vitest';

const SILENT: MemberOptions = { log: () => undefined };

/** An embedded member that says nothing, for all tests of the file or of the block. Each of them finds it without faults. */
export async function embeddedMember(options?: MemberOptions): Promise<Member> {
  const member = await startMember({ ...SILENT, ...options });
  afterEach(() => member.faults.clear());
  afterAll(() => member.stop());
  return member;
}

/** One for a single test, which may stop it before its end. */
export async function memberOfTest(options?: MemberOptions): Promise<Member> {
  const member = await startMember({ ...SILENT, ...options });
  onTestFinished(() => member.stop());
  return member;
}
