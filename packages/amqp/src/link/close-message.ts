/** Names of the codes with which a channel or a connection is closed. */
const REPLY_NAMES: Readonly<Record<number, string>> = {
  200: 'REPLY-SUCCESS',
  311: 'CONTENT-TOO-LARGE',
  312: 'NO-ROUTE',
  313: 'NO-CONSUMERS',
  320: 'CONNECTION-FORCED',
  402: 'INVALID-PATH',
  403: 'ACCESS-REFUSED',
  404: 'NOT-FOUND',
  405: 'RESOURCE-LOCKED',
  406: 'PRECONDITION-FAILED',
  501: 'FRAME-ERROR',
  502: 'SYNTAX-ERROR',
  503: 'COMMAND-INVALID',
  504: 'CHANNEL-ERROR',
  505: 'UNEXPECTED-FRAME',
  506: 'RESOURCE-ERROR',
  530: 'NOT-ALLOWED',
  540: 'NOT-IMPLEMENTED',
  541: 'INTERNAL-ERROR',
};

/** Says why a channel or a connection was closed, as `amqplib` does: `404 (NOT-FOUND) with message "no queue 'a'"`. */
export function closeMessage(code: number, text: string): string {
  return `${code} (${REPLY_NAMES[code]}) with message "${text}"`;
}
