import { Links, type Link, type LinkEnd, type LinkEvents } from '@offloop/runtime';
import type { ClosedByServer, LinkSettings, Opened, ServerState } from '../link/settings.js';
import { AmqpAgent } from '../thread/agent.js';
import { FrameWriter } from '../wire/frame-writer.js';
import { agentEntry } from './agent-entry.js';

/** Why a connection is no more. */
export type ConnectionEnd = LinkEnd<ClosedByServer>;

/** What the caller's thread hears of a connection. */
export type AmqpLinkEvents = Required<LinkEvents<ServerState, ClosedByServer>>;

/** A connection to a server as the caller's thread has it: its socket, its heartbeats and its frames are elsewhere. */
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
