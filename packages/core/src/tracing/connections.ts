import type { FromWorker } from '@offloop/workers';
import { connectionClose, connectionOpen, type ConnectionMessage } from './channels.js';

/** Passes on what a worker tells of its connections. */
export function publishConnection(client: string, message: FromWorker): void {
  if (message.type === 'connection-opened') {
    const { member, address } = message;
    connectionOpen.publish({ client, member, address } satisfies ConnectionMessage);
  } else if (message.type === 'connection-lost') {
    const { member, address, reason } = message;
    connectionClose.publish({ client, member, address, reason } satisfies ConnectionMessage);
  }
}
