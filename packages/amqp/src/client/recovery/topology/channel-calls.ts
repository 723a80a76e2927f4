import type { MethodSpec } from '../../../wire/method-spec.js';
import type { ChannelCore } from '../../channel/channel-core.js';
import type { Rpc } from '../../channel/calls/rpc-queue.js';
import type { Fields } from './topology-record.js';

export function openChannel(core: ChannelCore): Promise<void> {
  return new Promise((resolve, reject) => {
    core.allocate();
    core.open((error) => (error === null ? resolve() : reject(error)));
  });
}

/** Sends a method, and waits for the answer. @param onCalled gets the call before it can have been answered */
export function callChannel(
  core: ChannelCore,
  spec: MethodSpec,
  fields: Fields,
  onCalled: (rpc: Rpc) => void = () => undefined,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const settle = (error: Error | null, answer?: unknown): void =>
      error === null ? resolve(answer) : reject(error);
    onCalled(core.call(spec, fields, settle));
  });
}

/** Closes a channel, if it is open. */
export function closeChannel(core: ChannelCore): Promise<void> {
  return new Promise((resolve) => {
    try {
      core.close(resolve);
    } catch {
      // It is closed already.
      resolve();
    }
  });
}

/** The server's code, if it has refused something; undefined if there was no answer, as the connection is lost. */
export function refusalCode(error: Error): number | undefined {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'number' ? code : undefined;
}
