import { connect as connectPlain, type NetConnectOpts, type Socket } from 'node:net';
import { connect as connectSecurely, type ConnectionOptions } from 'node:tls';
import type { MessageInput } from '@offloop/runtime/thread';
import type { LinkSettings } from '../link/settings.js';

/**
 * Begins to connect a socket, plain or of TLS. Throws for options that Node.js refuses, such as a certificate that cannot be read.
 *
 * @param onConnect runs when frames may be sent: with TLS, when the server has shown who it is
 */
export function openSocket(
  settings: LinkSettings,
  onread: MessageInput['onread'],
  onConnect: () => void,
): Socket {
  const { secure, keepAlive, keepAliveDelay } = settings;
  // The type asks for a port or a path, which `settings.socket` has.
  const options = { ...settings.socket, onread } as unknown as NetConnectOpts & ConnectionOptions;
  const socket = secure ? connectSecurely(options) : connectPlain(options);
  socket.once(secure ? 'secureConnect' : 'connect', () => {
    socket.setNoDelay(Boolean(settings.socket['noDelay']));
    if (keepAlive) socket.setKeepAlive(true, keepAliveDelay);
    onConnect();
  });
  return socket;
}
