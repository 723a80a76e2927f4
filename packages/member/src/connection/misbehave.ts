import {
  encodeEvent,
  FLAG_BACKUP_EVENT,
  FRAME_HEADER_SIZE,
  messages,
  RESPONSE_BACKUP_ACKS_OFFSET,
} from '@offloop/wire';

import type { Call } from '../calls/call.js';
import { MemberError } from '../calls/errors.js';
import type { FaultAction, FaultyRequest } from '../faults/fault.js';
import { nameOf } from '../protocol/message-names.js';

type BackupAcks = Extract<FaultAction, { kind: 'backupAcks' }>;

/** Applies a fault to a call. `handle` handles the call as usual, for faults that do so too. */
export function misbehave(call: Call, action: FaultAction, handle: () => void): void {
  const { connection } = call;
  const { outbox } = connection;
  const mark = outbox.length;
  switch (action.kind) {
    case 'delay': {
      handle();
      const late = outbox.cut(mark);
      setTimeout(() => connection.send(late), action.ms).unref();
      return;
    }
    case 'swallow':
      if (action.execute === true) handle();
      outbox.length = mark;
      return;
    case 'error': {
      const { code, className, message = 'A fault asked for by a test' } = action;
      call.error(new MemberError(code, className, message));
      return;
    }
    case 'raw':
      outbox.append(typeof action.bytes === 'function' ? action.bytes(requestOf(call)) : action.bytes);
      return;
    case 'close':
      if (action.execute === true) handle();
      outbox.length = mark;
      connection.reset();
      return;
    case 'backupAcks':
      promiseAcks(call, action, handle);
  }
}

function promiseAcks(call: Call, action: BackupAcks, handle: () => void): void {
  const { connection } = call;
  const { outbox, backupListener } = connection;
  const { when = 0, count, delivered = count } = action;
  const source = action.source?.(requestOf(call)) ?? call.correlationId;
  const acknowledge = (): void => {
    if (backupListener === undefined) return;
    const { low: correlationLow, high: correlationHigh } = backupListener;
    const options = { correlationLow, correlationHigh, flags: FLAG_BACKUP_EVENT };
    const values = { sourceInvocationCorrelationId: source };
    const ack = encodeEvent(messages.client.localBackupListener, 'backup', values, options);
    for (let left = delivered; left > 0; left -= 1) connection.send(ack);
  };
  const expected = call.isBackupAware;
  if (expected && when === 'before') acknowledge();
  const start = outbox.length;
  handle();
  if (!expected || outbox.length <= start) return;
  outbox.bytes[start + FRAME_HEADER_SIZE + RESPONSE_BACKUP_ACKS_OFFSET] = count;
  if (when === 0) acknowledge();
  else if (when !== 'before') setTimeout(acknowledge, when).unref();
}

function requestOf(call: Call): FaultyRequest {
  return {
    message: nameOf(call.type),
    type: call.type,
    correlationId: call.correlationId,
    connection: call.connection.id,
    bytes: call.bytes.subarray(call.start, call.end),
  };
}
