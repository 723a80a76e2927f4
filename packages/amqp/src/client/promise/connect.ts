import { openSession, type Target } from '../connection/open-session.js';
import { recoveryOf, type CommonRecoveryOptions } from '../recovery/recovery-options.js';
import { openLink } from '../remote-link.js';
import type { Options, SocketOptions } from '../types/options.js';
import type { ChannelModel as ChannelModelApi } from '../types/promise.js';
import type { RecoveringChannelModel } from '../types/recovery.js';
import { ChannelModel } from './channel-model.js';
import { RecoveringModel } from './recovering-model.js';

/** Options of `recovery`. */
export type RecoveryOptions = CommonRecoveryOptions<ChannelModelApi>;

/**
 * Connects to a server, and again whenever the connection is lost.
 *
 * @param url default: `amqp://localhost`
 */
export function connect(
  url: string | Options.Connect,
  socketOptions: SocketOptions & { recovery: RecoveryOptions | true },
): Promise<RecoveringChannelModel>;
/**
 * Connects to a server.
 *
 * @param url default: `amqp://localhost`
 */
export function connect(
  url?: string | Options.Connect,
  socketOptions?: SocketOptions,
): Promise<ChannelModelApi>;
export async function connect(
  url?: string | Options.Connect,
  socketOptions?: SocketOptions & { recovery?: RecoveryOptions | true },
): Promise<ChannelModelApi | RecoveringChannelModel> {
  const { recovery, ...options } = socketOptions ?? {};
  const open = async (): Promise<ChannelModel> =>
    new ChannelModel(await openSession(openLink, url satisfies Target, options));
  const wanted = recoveryOf<ChannelModel>(recovery);
  if (wanted === undefined) return open();
  const model = new RecoveringModel(open, wanted);
  return model.isAwaited ? model.waitForConnect() : model;
}
