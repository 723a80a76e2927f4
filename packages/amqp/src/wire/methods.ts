import {
  bit,
  bits,
  long,
  longlong,
  longstr,
  method,
  octet,
  short,
  shortstr,
  specs,
  table,
  withContent,
} from './fields.js';
import type { MethodSpec } from './method-spec.js';

/** Returns the method with an id, as `MethodSpec.id` has it; undefined if there is none. */
export function methodById(id: number): MethodSpec | undefined {
  return specs.get(id);
}

/** Returns all methods of AMQP 0-9-1 and RabbitMQ's extensions. */
export function allMethods(): Iterable<MethodSpec> {
  return specs.values();
}

/** Returns the method that answers another: its name goes on with `Ok`. */
export function replyOf({ name }: MethodSpec): MethodSpec {
  return byName.get(`${name}Ok`)!;
}

// Fields that stand in many methods.
const ticket = short('ticket', 0);
const exchange = shortstr('exchange');
const queue = shortstr('queue', '');
const routingKey = shortstr('routingKey', '');
const deliveryTag = longlong('deliveryTag');
const consumerTag = shortstr('consumerTag');
const key = shortstr('routingKey');
const nowait = bit('nowait', false);
/** What a table holds if it is not given. */
const args = table('arguments', Object.freeze({}));
const limits = [short('channelMax', 0), long('frameMax', 0), short('heartbeat', 0)];
const why = [short('replyCode'), shortstr('replyText', '')];
const closing = [...why, short('classId'), short('methodId')];
const exchangeBinding = [ticket, shortstr('destination'), shortstr('source'), routingKey, nowait, args];
const queueBinding = [ticket, queue, exchange, routingKey];
const delivery = [deliveryTag, bit('redelivered', false), exchange, key];
const settled = [longlong('deliveryTag', 0), bit('multiple', false)];

export const ConnectionStart: MethodSpec = method(
  10,
  10,
  'ConnectionStart',
  octet('versionMajor', 0),
  octet('versionMinor', 9),
  table('serverProperties'),
  longstr('mechanisms', 'PLAIN'),
  longstr('locales', 'en_US'),
);
export const ConnectionStartOk: MethodSpec = method(
  10,
  11,
  'ConnectionStartOk',
  table('clientProperties'),
  shortstr('mechanism', 'PLAIN'),
  longstr('response'),
  shortstr('locale', 'en_US'),
);
export const ConnectionSecure: MethodSpec = method(10, 20, 'ConnectionSecure', longstr('challenge'));
export const ConnectionSecureOk: MethodSpec = method(10, 21, 'ConnectionSecureOk', longstr('response'));
export const ConnectionTune: MethodSpec = method(10, 30, 'ConnectionTune', ...limits);
export const ConnectionTuneOk: MethodSpec = method(10, 31, 'ConnectionTuneOk', ...limits);
export const ConnectionOpen: MethodSpec = method(
  10,
  40,
  'ConnectionOpen',
  shortstr('virtualHost', '/'),
  shortstr('capabilities', ''),
  bit('insist', false),
);
export const ConnectionOpenOk: MethodSpec = method(10, 41, 'ConnectionOpenOk', shortstr('knownHosts', ''));
export const ConnectionClose: MethodSpec = method(10, 50, 'ConnectionClose', ...closing);
export const ConnectionCloseOk: MethodSpec = method(10, 51, 'ConnectionCloseOk');
export const ConnectionBlocked: MethodSpec = method(10, 60, 'ConnectionBlocked', shortstr('reason', ''));
export const ConnectionUnblocked: MethodSpec = method(10, 61, 'ConnectionUnblocked');
export const ConnectionUpdateSecret: MethodSpec = method(
  10,
  70,
  'ConnectionUpdateSecret',
  longstr('newSecret'),
  shortstr('reason'),
);
export const ConnectionUpdateSecretOk: MethodSpec = method(10, 71, 'ConnectionUpdateSecretOk');

export const ChannelOpen: MethodSpec = method(20, 10, 'ChannelOpen', shortstr('outOfBand', ''));
export const ChannelOpenOk: MethodSpec = method(20, 11, 'ChannelOpenOk', longstr('channelId', ''));
export const ChannelFlow: MethodSpec = method(20, 20, 'ChannelFlow', bit('active'));
export const ChannelFlowOk: MethodSpec = method(20, 21, 'ChannelFlowOk', bit('active'));
export const ChannelClose: MethodSpec = method(20, 40, 'ChannelClose', ...closing);
export const ChannelCloseOk: MethodSpec = method(20, 41, 'ChannelCloseOk');

export const AccessRequest: MethodSpec = method(
  30,
  10,
  'AccessRequest',
  shortstr('realm', '/data'),
  bit('exclusive', false),
  bit('passive', true),
  bit('active', true),
  bit('write', true),
  bit('read', true),
);
export const AccessRequestOk: MethodSpec = method(30, 11, 'AccessRequestOk', short('ticket', 1));

export const ExchangeDeclare: MethodSpec = method(
  40,
  10,
  'ExchangeDeclare',
  ticket,
  exchange,
  shortstr('type', 'direct'),
  ...bits('passive', 'durable', 'autoDelete', 'internal', 'nowait'),
  args,
);
export const ExchangeDeclareOk: MethodSpec = method(40, 11, 'ExchangeDeclareOk');
export const ExchangeDelete: MethodSpec = method(
  40,
  20,
  'ExchangeDelete',
  ticket,
  exchange,
  ...bits('ifUnused', 'nowait'),
);
export const ExchangeDeleteOk: MethodSpec = method(40, 21, 'ExchangeDeleteOk');
export const ExchangeBind: MethodSpec = method(40, 30, 'ExchangeBind', ...exchangeBinding);
export const ExchangeBindOk: MethodSpec = method(40, 31, 'ExchangeBindOk');
export const ExchangeUnbind: MethodSpec = method(40, 40, 'ExchangeUnbind', ...exchangeBinding);
export const ExchangeUnbindOk: MethodSpec = method(40, 51, 'ExchangeUnbindOk');

export const QueueDeclare: MethodSpec = method(
  50,
  10,
  'QueueDeclare',
  ticket,
  queue,
  ...bits('passive', 'durable', 'exclusive', 'autoDelete', 'nowait'),
  args,
);
export const QueueDeclareOk: MethodSpec = method(
  50,
  11,
  'QueueDeclareOk',
  shortstr('queue'),
  long('messageCount'),
  long('consumerCount'),
);
export const QueueBind: MethodSpec = method(50, 20, 'QueueBind', ...queueBinding, nowait, args);
export const QueueBindOk: MethodSpec = method(50, 21, 'QueueBindOk');
export const QueuePurge: MethodSpec = method(50, 30, 'QueuePurge', ticket, queue, nowait);
export const QueuePurgeOk: MethodSpec = method(50, 31, 'QueuePurgeOk', long('messageCount'));
export const QueueDelete: MethodSpec = method(
  50,
  40,
  'QueueDelete',
  ticket,
  queue,
  ...bits('ifUnused', 'ifEmpty', 'nowait'),
);
export const QueueDeleteOk: MethodSpec = method(50, 41, 'QueueDeleteOk', long('messageCount'));
export const QueueUnbind: MethodSpec = method(50, 50, 'QueueUnbind', ...queueBinding, args);
export const QueueUnbindOk: MethodSpec = method(50, 51, 'QueueUnbindOk');

export const BasicQos: MethodSpec = method(
  60,
  10,
  'BasicQos',
  long('prefetchSize', 0),
  short('prefetchCount', 0),
  bit('global', false),
);
export const BasicQosOk: MethodSpec = method(60, 11, 'BasicQosOk');
export const BasicConsume: MethodSpec = method(
  60,
  20,
  'BasicConsume',
  ticket,
  queue,
  shortstr('consumerTag', ''),
  ...bits('noLocal', 'noAck', 'exclusive', 'nowait'),
  args,
);
export const BasicConsumeOk: MethodSpec = method(60, 21, 'BasicConsumeOk', consumerTag);
export const BasicCancel: MethodSpec = method(60, 30, 'BasicCancel', consumerTag, nowait);
export const BasicCancelOk: MethodSpec = method(60, 31, 'BasicCancelOk', consumerTag);
export const BasicPublish: MethodSpec = withContent(
  60,
  40,
  'BasicPublish',
  ticket,
  shortstr('exchange', ''),
  routingKey,
  ...bits('mandatory', 'immediate'),
);
export const BasicReturn: MethodSpec = withContent(60, 50, 'BasicReturn', ...why, exchange, key);
export const BasicDeliver: MethodSpec = withContent(60, 60, 'BasicDeliver', consumerTag, ...delivery);
export const BasicGet: MethodSpec = method(60, 70, 'BasicGet', ticket, queue, bit('noAck', false));
export const BasicGetOk: MethodSpec = withContent(60, 71, 'BasicGetOk', ...delivery, long('messageCount'));
export const BasicGetEmpty: MethodSpec = method(60, 72, 'BasicGetEmpty', shortstr('clusterId', ''));
export const BasicAck: MethodSpec = method(60, 80, 'BasicAck', ...settled);
export const BasicReject: MethodSpec = method(60, 90, 'BasicReject', deliveryTag, bit('requeue', true));
export const BasicRecoverAsync: MethodSpec = method(60, 100, 'BasicRecoverAsync', bit('requeue', false));
export const BasicRecover: MethodSpec = method(60, 110, 'BasicRecover', bit('requeue', false));
export const BasicRecoverOk: MethodSpec = method(60, 111, 'BasicRecoverOk');
export const BasicNack: MethodSpec = method(60, 120, 'BasicNack', ...settled, bit('requeue', true));

export const ConfirmSelect: MethodSpec = method(85, 10, 'ConfirmSelect', nowait);
export const ConfirmSelectOk: MethodSpec = method(85, 11, 'ConfirmSelectOk');

export const TxSelect: MethodSpec = method(90, 10, 'TxSelect');
export const TxSelectOk: MethodSpec = method(90, 11, 'TxSelectOk');
export const TxCommit: MethodSpec = method(90, 20, 'TxCommit');
export const TxCommitOk: MethodSpec = method(90, 21, 'TxCommitOk');
export const TxRollback: MethodSpec = method(90, 30, 'TxRollback');
export const TxRollbackOk: MethodSpec = method(90, 31, 'TxRollbackOk');

const byName: ReadonlyMap<string, MethodSpec> = new Map(
  Array.from(specs.values(), (spec) => [spec.name, spec]),
);
