import { startChild } from './child.js';

export type MemberReady = { readonly type: 'ready'; readonly address: string };

export type RunningMember = {
  /** `host:port` */
  readonly address: string;
  stop(): Promise<void>;
};

/** Starts an embedded member as a child process. Resolves when it accepts clients. */
export async function startMemberProcess(): Promise<RunningMember> {
  const child = startChild<MemberReady, never>(new URL('../member-process.js', import.meta.url), {});
  try {
    const { address } = await child.next('ready');
    return { address, stop: () => child.stop() };
  } catch (error) {
    await child.stop();
    throw error;
  }
}
