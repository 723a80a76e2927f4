import { startChild } from '@offloop/tools/measure';

export interface MemberSettings {
  readonly transport: 'plain' | 'tls';
}

export interface MemberReady {
  readonly type: 'ready';
  /** `host:port` */
  readonly address: string;
  /** PEM of the authority that its certificate is of; `null`: it speaks plain TCP. */
  readonly ca: string | null;
}

export type RunningMember = Omit<MemberReady, 'type'> & { readonly pid: number; stop(): Promise<void> };

/** Starts an embedded member as a child process. Resolves when it accepts clients. */
export async function startMemberProcess(
  transport: MemberSettings['transport'] = 'plain',
): Promise<RunningMember> {
  const settings: MemberSettings = { transport };
  const child = startChild<MemberReady>(new URL('./member-process.js', import.meta.url), settings);
  try {
    const { address, ca } = await child.next('ready');
    // A child that has said something has one.
    const pid = child.process.pid!;
    return { address, ca, pid, stop: () => child.stop() };
  } catch (error) {
    await child.stop();
    throw error;
  }
}
