import type { EventEmitter } from 'node:events';
import { argumentsOf, type IncomingMethod } from '../../../link/incoming.js';
import { readLong } from '../../../wire/integers.js';
import { BasicAck, BasicNack } from '../../../wire/methods.js';
import { handlerThrew } from '../../connection/safe-emit.js';
import type { Confirms } from './confirms.js';

/** Offset of the bits of `BasicAck` and `BasicNack`, behind the delivery tag. */
const BITS_OFFSET = 8;

/** The server has confirmed messages, or refused them: tells who waits for that, and the listeners of `ack` and `nack`. */
export function onConfirm(confirms: Confirms, publicChannel: EventEmitter, incoming: IncomingMethod): void {
  const { method, bytes, start } = incoming;
  const isAck = method === BasicAck.id;
  const tag = readLong(bytes, start);
  const multiple = (bytes[start + BITS_OFFSET] & 1) !== 0;
  const event = isAck ? 'ack' : 'nack';
  try {
    confirms.settle(tag, multiple, isAck ? null : new Error('message nacked'));
    if (publicChannel.listenerCount(event) === 0) return;
    publicChannel.emit(event, argumentsOf(isAck ? BasicAck : BasicNack, incoming));
  } catch (error) {
    handlerThrew(publicChannel, event, error);
  }
}
