export * from './client/both-apis.js';
export { connect, type RecoveryOptions } from './client/callback/connect.js';
export type { Channel, ConfirmChannel, Connection } from './client/types/callback.js';
export type { RecoveringConnection } from './client/types/recovery.js';
