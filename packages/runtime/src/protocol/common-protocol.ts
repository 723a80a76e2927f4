import type { CallerProtocol, CallOperation } from './caller-protocol.js';
import { readCommonSpilled, readCommonValue } from './common-values.js';
import { FloorError, FloorErrorCode } from './errors.js';

/** The simplest protocol: completions of the floor's own kinds, and `FloorError`. Its agent fails calls with `{ code, message }`. */
export const commonProtocol: CallerProtocol<CallOperation> = {
  makeError: FloorError.make,
  read: readCommonValue,
  readSpilled: readCommonSpilled,
  readError(failure) {
    const { code, message } = failure as { code: FloorErrorCode; message: string };
    return new FloorError(code in FloorErrorCode ? code : FloorErrorCode.ILLEGAL_STATE, message);
  },
};
