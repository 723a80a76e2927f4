export * from './client/both-apis.js';
export { TimeoutError } from './client/errors/timeout-error.js';
export { connect, type RecoveryOptions } from './client/promise/connect.js';
export type { Limits } from './client/types/options.js';
export type { Channel, ChannelModel, ConfirmChannel, Connection } from './client/types/promise.js';
export type { RecoveringChannelModel } from './client/types/recovery.js';
