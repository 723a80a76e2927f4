import { FrameType, type FrameReader } from '../wire/frame-reader.js';
import { readWord } from '../wire/integers.js';
import { methodById } from '../wire/methods.js';

/** Names the frame that a reader has just read, as `amqplib` does in its errors: `<QueueDeclareOk channel:1>`. */
export function describeFrame({ type, channel, payloadStart }: FrameReader, bytes: Buffer): string {
  if (type === FrameType.HEARTBEAT) return '<Heartbeat>';
  if (type === FrameType.BODY) return `<Content channel:${channel} size:NaN>`;
  if (type === FrameType.HEADER) return `<BasicProperties channel:${channel}>`;
  return `<${methodById(readWord(bytes, payloadStart))?.name} channel:${channel}>`;
}
