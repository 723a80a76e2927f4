import { Links, type Link, type LinkEnd, type LinkEvents } from '@offloop/runtime';
import type { ClosedByServer, LinkSettings, Opened, ServerState } from '../link/settings.js';
import { AmqpAgent } from '../thread/agent.js';
import { FrameWriter } from '../wire/frame-writer.js';
import { agentEntry } from './agent-entry.js';

/** Why a connection has ended. */
export type ConnectionEnd = LinkEnd<ClosedByServer>;

/** What the caller's thread is told of a connection. */
export type AmqpLinkEvents = Required<LinkEvents<ServerState, ClosedByServer>>;

/** A connection to a server, as the caller's thread sees it. Socket, heartbeats and frames may be in another thread. */
export type AmqpLink = Pick<
  Link<Opened, ServerState, ClosedByServer, FrameWriter>,
  | 'number'
  | 'opened'
  | 'isThreaded'
  | 'isUnlimited'
  | 'writer'
  | 'waiting'
  | 'written'
  | 'close'
  | 'destroy'
  | 'takeArrived'
  | 'diagnose'
>;

/** Opens a connection. Rejects with the error that `amqplib` rejects `connect` with. @param threaded see `LinkOpening.threaded` */
export type OpenLink = (
  settings: LinkSettings,
  events: AmqpLinkEvents,
  threaded: boolean | 'auto',
) => Promise<AmqpLink>;

/** The connections of the process. */
export const links: Links<LinkSettings, Opened, ServerState, ClosedByServer> = new Links({
  name: 'amqp',
  entry: agentEntry(),
  create: (port, side) => new AmqpAgent(port, side),
  // As long as RabbitMQ waits for an acknowledgement.
  callerStallTimeoutMillis: 1_800_000,
});

export const openLink: OpenLink = (settings, events, threaded) =>
  links.open({ settings, events, threaded, writer: new FrameWriter() });
