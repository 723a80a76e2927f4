import * as methods from '../../wire/methods.js';

// Published as `lib/defs.js`: Datadog finds here the name of a method that `sendImmediately` gets.

export const ChannelOpen: number = methods.ChannelOpen.id;
export const ChannelClose: number = methods.ChannelClose.id;
export const ChannelCloseOk: number = methods.ChannelCloseOk.id;
export const ExchangeDeclare: number = methods.ExchangeDeclare.id;
export const ExchangeDelete: number = methods.ExchangeDelete.id;
export const ExchangeBind: number = methods.ExchangeBind.id;
export const ExchangeUnbind: number = methods.ExchangeUnbind.id;
export const QueueDeclare: number = methods.QueueDeclare.id;
export const QueueBind: number = methods.QueueBind.id;
export const QueuePurge: number = methods.QueuePurge.id;
export const QueueDelete: number = methods.QueueDelete.id;
export const QueueUnbind: number = methods.QueueUnbind.id;
export const BasicQos: number = methods.BasicQos.id;
export const BasicConsume: number = methods.BasicConsume.id;
export const BasicCancel: number = methods.BasicCancel.id;
export const BasicGet: number = methods.BasicGet.id;
export const BasicAck: number = methods.BasicAck.id;
export const BasicReject: number = methods.BasicReject.id;
export const BasicNack: number = methods.BasicNack.id;
export const BasicRecover: number = methods.BasicRecover.id;
export const ConfirmSelect: number = methods.ConfirmSelect.id;
