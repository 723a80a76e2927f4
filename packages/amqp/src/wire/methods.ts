import { fieldOf } from './fields.js';
import type { MethodSpec } from './method-spec.js';

/**
 * All methods of AMQP 0-9-1 and RabbitMQ's extensions, a row each: its class, its number there, its name, and its fields as `fieldOf` reads them.
 * Behind one with `content` a header and a body follow.
 */
const TABLE = `
10 10 ConnectionStart versionMajor:octet=0 versionMinor:octet=9 serverProperties:table mechanisms:longstr=PLAIN
      locales:longstr=en_US
10 11 ConnectionStartOk clientProperties:table mechanism:shortstr=PLAIN response:longstr locale:shortstr=en_US
10 20 ConnectionSecure challenge:longstr
10 21 ConnectionSecureOk response:longstr
10 30 ConnectionTune channelMax:short=0 frameMax:long=0 heartbeat:short=0
10 31 ConnectionTuneOk channelMax:short=0 frameMax:long=0 heartbeat:short=0
10 40 ConnectionOpen virtualHost:shortstr=/ capabilities:shortstr= insist:bit=false
10 41 ConnectionOpenOk knownHosts:shortstr=
10 50 ConnectionClose replyCode:short replyText:shortstr= classId:short methodId:short
10 51 ConnectionCloseOk
10 60 ConnectionBlocked reason:shortstr=
10 61 ConnectionUnblocked
10 70 ConnectionUpdateSecret newSecret:longstr reason:shortstr
10 71 ConnectionUpdateSecretOk

20 10 ChannelOpen outOfBand:shortstr=
20 11 ChannelOpenOk channelId:longstr=
20 20 ChannelFlow active:bit
20 21 ChannelFlowOk active:bit
20 40 ChannelClose replyCode:short replyText:shortstr= classId:short methodId:short
20 41 ChannelCloseOk

30 10 AccessRequest realm:shortstr=/data exclusive:bit=false passive:bit=true active:bit=true write:bit=true read:bit=true
30 11 AccessRequestOk ticket:short=1

40 10 ExchangeDeclare ticket:short=0 exchange:shortstr type:shortstr=direct passive:bit=false durable:bit=false
      autoDelete:bit=false internal:bit=false nowait:bit=false arguments:table=
40 11 ExchangeDeclareOk
40 20 ExchangeDelete ticket:short=0 exchange:shortstr ifUnused:bit=false nowait:bit=false
40 21 ExchangeDeleteOk
40 30 ExchangeBind ticket:short=0 destination:shortstr source:shortstr routingKey:shortstr= nowait:bit=false arguments:table=
40 31 ExchangeBindOk
40 40 ExchangeUnbind ticket:short=0 destination:shortstr source:shortstr routingKey:shortstr= nowait:bit=false arguments:table=
40 51 ExchangeUnbindOk

50 10 QueueDeclare ticket:short=0 queue:shortstr= passive:bit=false durable:bit=false exclusive:bit=false autoDelete:bit=false
      nowait:bit=false arguments:table=
50 11 QueueDeclareOk queue:shortstr messageCount:long consumerCount:long
50 20 QueueBind ticket:short=0 queue:shortstr= exchange:shortstr routingKey:shortstr= nowait:bit=false arguments:table=
50 21 QueueBindOk
50 30 QueuePurge ticket:short=0 queue:shortstr= nowait:bit=false
50 31 QueuePurgeOk messageCount:long
50 40 QueueDelete ticket:short=0 queue:shortstr= ifUnused:bit=false ifEmpty:bit=false nowait:bit=false
50 41 QueueDeleteOk messageCount:long
50 50 QueueUnbind ticket:short=0 queue:shortstr= exchange:shortstr routingKey:shortstr= arguments:table=
50 51 QueueUnbindOk

60 10 BasicQos prefetchSize:long=0 prefetchCount:short=0 global:bit=false
60 11 BasicQosOk
60 20 BasicConsume ticket:short=0 queue:shortstr= consumerTag:shortstr= noLocal:bit=false noAck:bit=false exclusive:bit=false
      nowait:bit=false arguments:table=
60 21 BasicConsumeOk consumerTag:shortstr
60 30 BasicCancel consumerTag:shortstr nowait:bit=false
60 31 BasicCancelOk consumerTag:shortstr
60 40 BasicPublish ticket:short=0 exchange:shortstr= routingKey:shortstr= mandatory:bit=false immediate:bit=false content
60 50 BasicReturn replyCode:short replyText:shortstr= exchange:shortstr routingKey:shortstr content
60 60 BasicDeliver consumerTag:shortstr deliveryTag:longlong redelivered:bit=false exchange:shortstr routingKey:shortstr content
60 70 BasicGet ticket:short=0 queue:shortstr= noAck:bit=false
60 71 BasicGetOk deliveryTag:longlong redelivered:bit=false exchange:shortstr routingKey:shortstr messageCount:long content
60 72 BasicGetEmpty clusterId:shortstr=
60 80 BasicAck deliveryTag:longlong=0 multiple:bit=false
60 90 BasicReject deliveryTag:longlong requeue:bit=true
60 100 BasicRecoverAsync requeue:bit=false
60 110 BasicRecover requeue:bit=false
60 111 BasicRecoverOk
60 120 BasicNack deliveryTag:longlong=0 multiple:bit=false requeue:bit=true

85 10 ConfirmSelect nowait:bit=false
85 11 ConfirmSelectOk

90 10 TxSelect
90 11 TxSelectOk
90 20 TxCommit
90 21 TxCommitOk
90 30 TxRollback
90 31 TxRollbackOk
`;

const byId = new Map<number, MethodSpec>();
const byName = new Map<string, MethodSpec>();
for (const row of TABLE.trim().split(/\n+(?=\d)/)) {
  const [classId, methodId, name, ...words] = row.split(/\s+/);
  const fields = words.filter((word) => word !== 'content').map(fieldOf);
  const id = Number(classId) * 0x1_0000 + Number(methodId);
  const spec = { id, name, fields, hasContent: words.includes('content') };
  byId.set(id, spec);
  byName.set(name, spec);
}

/** Returns the method with an id, as `MethodSpec.id` has it; undefined if there is none. */
export function methodById(id: number): MethodSpec | undefined {
  return byId.get(id);
}

export function allMethods(): Iterable<MethodSpec> {
  return byId.values();
}

/** Returns the method that answers another: its name goes on with `Ok`. */
export function replyOf({ name }: MethodSpec): MethodSpec {
  return methodOf(`${name}Ok`);
}

function methodOf(name: string): MethodSpec {
  return byName.get(name)!;
}

export const ConnectionStart: MethodSpec = methodOf('ConnectionStart');
export const ConnectionStartOk: MethodSpec = methodOf('ConnectionStartOk');
export const ConnectionSecure: MethodSpec = methodOf('ConnectionSecure');
export const ConnectionTune: MethodSpec = methodOf('ConnectionTune');
export const ConnectionTuneOk: MethodSpec = methodOf('ConnectionTuneOk');
export const ConnectionOpen: MethodSpec = methodOf('ConnectionOpen');
export const ConnectionOpenOk: MethodSpec = methodOf('ConnectionOpenOk');
export const ConnectionClose: MethodSpec = methodOf('ConnectionClose');
export const ConnectionCloseOk: MethodSpec = methodOf('ConnectionCloseOk');
export const ConnectionBlocked: MethodSpec = methodOf('ConnectionBlocked');
export const ConnectionUnblocked: MethodSpec = methodOf('ConnectionUnblocked');
export const ConnectionUpdateSecret: MethodSpec = methodOf('ConnectionUpdateSecret');
export const ConnectionUpdateSecretOk: MethodSpec = methodOf('ConnectionUpdateSecretOk');

export const ChannelOpen: MethodSpec = methodOf('ChannelOpen');
export const ChannelOpenOk: MethodSpec = methodOf('ChannelOpenOk');
export const ChannelClose: MethodSpec = methodOf('ChannelClose');
export const ChannelCloseOk: MethodSpec = methodOf('ChannelCloseOk');

export const ExchangeDeclare: MethodSpec = methodOf('ExchangeDeclare');
export const ExchangeDelete: MethodSpec = methodOf('ExchangeDelete');
export const ExchangeBind: MethodSpec = methodOf('ExchangeBind');
export const ExchangeUnbind: MethodSpec = methodOf('ExchangeUnbind');

export const QueueDeclare: MethodSpec = methodOf('QueueDeclare');
export const QueueDeclareOk: MethodSpec = methodOf('QueueDeclareOk');
export const QueueBind: MethodSpec = methodOf('QueueBind');
export const QueuePurge: MethodSpec = methodOf('QueuePurge');
export const QueueDelete: MethodSpec = methodOf('QueueDelete');
export const QueueUnbind: MethodSpec = methodOf('QueueUnbind');

export const BasicQos: MethodSpec = methodOf('BasicQos');
export const BasicQosOk: MethodSpec = methodOf('BasicQosOk');
export const BasicConsume: MethodSpec = methodOf('BasicConsume');
export const BasicConsumeOk: MethodSpec = methodOf('BasicConsumeOk');
export const BasicCancel: MethodSpec = methodOf('BasicCancel');
export const BasicPublish: MethodSpec = methodOf('BasicPublish');
export const BasicReturn: MethodSpec = methodOf('BasicReturn');
export const BasicDeliver: MethodSpec = methodOf('BasicDeliver');
export const BasicGet: MethodSpec = methodOf('BasicGet');
export const BasicGetOk: MethodSpec = methodOf('BasicGetOk');
export const BasicGetEmpty: MethodSpec = methodOf('BasicGetEmpty');
export const BasicAck: MethodSpec = methodOf('BasicAck');
export const BasicReject: MethodSpec = methodOf('BasicReject');
export const BasicRecover: MethodSpec = methodOf('BasicRecover');
export const BasicRecoverOk: MethodSpec = methodOf('BasicRecoverOk');
export const BasicNack: MethodSpec = methodOf('BasicNack');

export const ConfirmSelect: MethodSpec = methodOf('ConfirmSelect');
export const ConfirmSelectOk: MethodSpec = methodOf('ConfirmSelectOk');
