import { startChild } from '@offloop/tools/measure';

export interface MemberSettings {
  readonly transport: 'plain' | 'tls';
}

export interface MemberReady {
  readonly type: 'ready';
  /** Address of the member, `host:port`. */
  readonly address: string;
  /** Certificate in PEM of the authority that issued the member's certificate; null if it speaks plain TCP. */
  readonly ca: string | null;
}

export type RunningMember = Omit<MemberReady, 'type'> & { readonly pid: number; stop(): Promise<void> };

/**
 * Starts an embedded member as a child process. Resolves when it accepts clients.
 *
 * @param transport `tls` for a member with a certificate. Default `plain`.
 */
export async function startMemberProcess(
  transport: MemberSettings['transport'] = 'plain',
): Promise<RunningMember> {
  const settings: MemberSettings = { transport };
  const child = startChild<MemberReady>(new URL('./member-process.js', import.meta.url), settings);
  try {
    const { address, ca } = await child.next('ready');
    // A child that has sent a message has a process id.
    const pid = child.process.pid!;
    return { address, ca, pid, stop: () => child.stop() };
  } catch (error) {
    await child.stop();
    throw error;
  }
}
