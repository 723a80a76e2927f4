import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startMember, type Member } from '@offloop/member';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const LONGEST_RUN = 30_000;
const run = promisify(execFile);

/**
 * Tests programs that get the address of a member as their argument.
 *
 * @param folder where they are, and run.
 * @param printed what each prints, line by line.
 */
export function testPrograms(folder: string, printed: Readonly<Record<string, readonly unknown[]>>): void {
  describe('the programs', () => {
    let member: Member;
    beforeAll(async () => {
      member = await startMember();
    });
    afterAll(() => member.stop());

    test.concurrent.each(Object.entries(printed))('%s does what it says', async (program, expected) => {
      // Rejects, with what the program printed, if it fails or has not ended in time.
      const { stdout, stderr } = await run(process.execPath, [program, member.address], {
        cwd: folder,
        timeout: LONGEST_RUN,
      });
      expect(stderr).toBe('');
      expect(stdout.trimEnd().split('\n')).toEqual(expected);
    });
  });
}
