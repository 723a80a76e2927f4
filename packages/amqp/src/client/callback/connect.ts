import { nextTick } from '@offloop/runtime/clock';
import type { Target } from '../connection/open-session.js';
import { Session } from '../connection/session.js';
import { recoveryOf, type CommonRecoveryOptions } from '../recovery/recovery-options.js';
import { connect as connectRaw } from '../raw-connect.js';
import type { Connection } from '../types/callback.js';
import type { Options, SocketOptions } from '../types/options.js';
import type { RecoveringConnection } from '../types/recovery.js';
import { CallbackModel } from './callback-model.js';
import { RecoveringModel } from './recovering-model.js';

/** Options of `recovery`. */
export type RecoveryOptions = CommonRecoveryOptions<Connection>;

type OnConnected = (error: Error, connection: Connection) => void;
type OnRecovering = (error: Error, connection: RecoveringConnection) => void;
type Given = SocketOptions & { recovery?: RecoveryOptions | true };

/** Connects to a server at `amqp://localhost`. */
export function connect(callback: OnConnected): void;
/** Connects to a server. */
export function connect(url: string | Options.Connect, callback: OnConnected): void;
/** Connects to a server. Throws for an address that cannot be used. */
export function connect(
  url: string | Options.Connect,
  socketOptions: SocketOptions,
  callback: OnConnected,
): void;
/** Connects to a server, and reconnects whenever the connection is lost. */
export function connect(
  url: string | Options.Connect,
  socketOptions: SocketOptions & { recovery: RecoveryOptions | true },
  callback?: OnRecovering,
): RecoveringConnection;
export function connect(
  url: Target | OnConnected,
  socketOptions?: Given | OnConnected,
  callback?: OnConnected | OnRecovering,
): RecoveringConnection | undefined {
  if (typeof url === 'function') return connectTo(undefined, {}, url);
  if (typeof socketOptions === 'function') return connectTo(url, {}, socketOptions);
  return connectTo(url, socketOptions ?? {}, callback);
}

function connectTo(
  url: Target,
  { recovery, ...options }: Given,
  callback: OnConnected | OnRecovering | undefined,
): RecoveringConnection | undefined {
  // Their types say that there is always an error: it is null where all went well.
  const settle = callback as ((error: Error | null, connection?: unknown) => void) | undefined;
  const wanted = recoveryOf<CallbackModel>(recovery);
  if (wanted === undefined) {
    openModel(url, options, (error, model) => (error === null ? settle!(null, model) : settle!(error)));
    return undefined;
  }
  const open = (): Promise<CallbackModel> =>
    new Promise((resolve, reject) => {
      openModel(url, options, (error, model) => (error === null ? resolve(model!) : reject(error)));
    });
  return recovering(new RecoveringModel(open, wanted), settle);
}

function openModel(
  url: Target,
  options: SocketOptions,
  settle: (error: Error | null, model?: CallbackModel) => void,
): void {
  connectRaw(url, options, (error, connection) => {
    if (error === null) settle(null, new CallbackModel(Session.of(connection!)));
    else settle(error);
  });
}

function recovering(
  model: RecoveringModel,
  settle: ((error: Error | null, connection?: unknown) => void) | undefined,
): RecoveringConnection {
  if (model.isAwaited) model.waitForConnect(settle);
  else nextTick(() => settle?.(null, model));
  return model as unknown as RecoveringConnection;
}
