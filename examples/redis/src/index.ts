export { FloorError, FloorErrorCode, type CallLimits, type FloorStats } from '@offloop/runtime';
export { RedisClient, type RedisOptions } from './client.js';
export type { Argument } from './command.js';
export { SENT_COUNTER, type ConnectionState, type RedisSettings } from './protocol/messages.js';
export type { Subscription, SubscriptionEvents } from './subscription.js';
export { ConnectionLostError, ReplyError } from './reader.js';
