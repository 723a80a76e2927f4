import { Session } from '../connection/session.js';
import { recoveryOf, type CommonRecoveryOptions } from '../recovery/recovery-options.js';
import { connect as connectRaw } from '../raw-connect.js';
import type { Options, SocketOptions } from '../types/options.js';
import type { ChannelModel as ChannelModelApi } from '../types/promise.js';
import type { RecoveringChannelModel } from '../types/recovery.js';
import { ChannelModel } from './channel-model.js';
import { RecoveringModel } from './recovering-model.js';

/** Options of `recovery`. */
export type RecoveryOptions = CommonRecoveryOptions<ChannelModelApi>;

/**
 * Connects to a server, and reconnects whenever the connection is lost.
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
  const open = (): Promise<ChannelModel> =>
    new Promise((resolve, reject) => {
      connectRaw(url, options, (error, connection) => {
        if (error === null) resolve(new ChannelModel(Session.of(connection!)));
        else reject(error);
      });
    });
  const wanted = recoveryOf<ChannelModel>(recovery);
  if (wanted === undefined) return open();
  const model = new RecoveringModel(open, wanted);
  return model.isAwaited ? model.waitForConnect() : model;
}
