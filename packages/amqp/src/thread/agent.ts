import { LinkAgent, type LinkPort } from '@offloop/runtime/thread';
import type { ClosedByServer, LinkSettings, Opened, ServerState } from '../link/settings.js';
import { ServerConnection, type ConnectionState } from './server-connection.js';

/** All connections of a process that live in this thread. */
export class AmqpAgent extends LinkAgent<LinkSettings, Opened, ServerState, ClosedByServer> {
  protected override open(settings: LinkSettings, link: LinkPort<Opened, ServerState, ClosedByServer>): void {
    void new ServerConnection(settings, link);
  }

  protected override goOn(state: object, link: LinkPort<Opened, ServerState, ClosedByServer>): void {
    void new ServerConnection(state as ConnectionState, link);
  }
}
