import type { ServerState } from '../link/settings.js';
import { decodeMethod } from '../wire/decode.js';
import { FrameType, type FrameReader } from '../wire/frame-reader.js';
import { readWord } from '../wire/integers.js';
import {
  ConnectionBlocked,
  ConnectionClose,
  ConnectionCloseOk,
  ConnectionUnblocked,
  ConnectionUpdateSecretOk,
} from '../wire/methods.js';
import { describeFrame } from './describe-frame.js';
import { ProtocolError, ReplyCode } from './protocol-error.js';

/** What the server says on channel 0 of an open connection. */
export type ControlMethod =
  | ServerState
  | { readonly type: 'heartbeat' }
  | { readonly type: 'close-ok' }
  | {
      readonly type: 'close';
      readonly code: number;
      readonly text: string;
      readonly classId: number;
      readonly methodId: number;
    };

const METHOD_ID_LENGTH = 4;

/** Reads the frame of channel 0 that a reader has just read. Throws a `ProtocolError` for one that does not belong there. */
export function readControl(reader: FrameReader, bytes: Buffer): ControlMethod {
  const { type, payloadStart, payloadEnd } = reader;
  if (type === FrameType.HEARTBEAT) return { type: 'heartbeat' };
  const args = payloadStart + METHOD_ID_LENGTH;
  if (type === FrameType.METHOD && args <= payloadEnd) {
    switch (readWord(bytes, payloadStart)) {
      case ConnectionClose.id: {
        const { replyCode, replyText, classId, methodId } = decodeMethod(
          ConnectionClose,
          bytes,
          args,
          payloadEnd,
        );
        const [code, text] = [Number(replyCode), String(replyText)];
        return { type: 'close', code, text, classId: Number(classId), methodId: Number(methodId) };
      }
      case ConnectionCloseOk.id:
        return { type: 'close-ok' };
      case ConnectionBlocked.id: {
        const { reason } = decodeMethod(ConnectionBlocked, bytes, args, payloadEnd);
        return { type: 'blocked', reason: String(reason) };
      }
      case ConnectionUnblocked.id:
        return { type: 'unblocked' };
      case ConnectionUpdateSecretOk.id:
        return { type: 'secret-updated' };
    }
  }
  throw unexpectedControl(reader, bytes);
}

/** The error of a frame on channel 0 that does not belong there. */
export function unexpectedControl(reader: FrameReader, bytes: Buffer): ProtocolError {
  const text = 'Unexpected frame on channel 0';
  return new ProtocolError(ReplyCode.UNEXPECTED_FRAME, `${text}: ${describeFrame(reader, bytes)}`, text);
}
