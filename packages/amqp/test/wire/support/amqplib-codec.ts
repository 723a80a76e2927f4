import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import type { FieldSpec } from '../../../src/wire/method-spec.js';

type Fields = Readonly<Record<string, unknown>>;

interface MethodInfo {
  readonly id: number;
  readonly name: string;
  readonly args: readonly FieldSpec[];
}

interface Frame {
  readonly type: number;
  readonly channel: number;
  readonly size: number;
  readonly payload: Buffer;
  readonly rest: Buffer;
}

interface Defs {
  encodeMethod(id: number, channel: number, fields: Fields): Buffer;
  encodeProperties(id: number, channel: number, size: number, fields: Fields): Buffer;
  decode(id: number, bytes: Buffer): Record<string, unknown>;
  readonly propertiesInfoBasicProperties: MethodInfo;
}

interface Framing {
  readonly PROTOCOL_HEADER: string;
  readonly HEARTBEAT_BUF: Buffer;
  parseFrame(bytes: Buffer, maxFrameSize: number): Frame | false;
  decodeFrame(frame: Frame): unknown;
  makeBodyFrame(channel: number, payload: Buffer): Buffer;
}

const require = createRequire(import.meta.url);
const lib = join(dirname(require.resolve('amqplib')), 'lib');

/** What `amqplib` does with bytes: its files, which its `exports` do not show. */
export const defs = require(join(lib, 'defs.js')) as Defs & Readonly<Record<string, unknown>>;
export const framing = require(join(lib, 'frame.js')) as Framing;

/** Id of the properties of a message. */
export const BASIC_PROPERTIES = 60;

/** The methods that it knows. */
export function theirMethods(): MethodInfo[] {
  const names = Object.keys(defs).filter((name) => name.startsWith('methodInfo'));
  return names.map((name) => defs[name] as MethodInfo);
}

/** A message as it sends it. */
export function theirMessage(
  channel: number,
  method: number,
  fields: Fields,
  properties: Fields,
  content: Buffer,
  frameMax: number,
): Buffer {
  const frames = [
    defs.encodeMethod(method, channel, fields),
    defs.encodeProperties(BASIC_PROPERTIES, channel, content.length, properties),
  ];
  const longest = frameMax - 8;
  for (let at = 0; at < content.length; at += longest)
    frames.push(framing.makeBodyFrame(channel, content.subarray(at, at + longest)));
  return Buffer.concat(frames);
}
