import { CallAgent, Peer, PipelinedCalls, type AgentPort } from '@offloop/runtime/thread';
import { SENT_COUNTER, type ConnectionState, type RedisSettings } from '../protocol/messages.js';
import { openSocket } from './open-socket.js';
import { ReplyParser } from './reply-parser.js';
import { writeReply } from './reply-writer.js';

/**
 * The half of the client that runs in the thread. Calls go over one connection, on which replies come in the order of the calls; those that make the
 * server wait go over another, so that nothing waits behind them.
 */
export class RedisAgent extends CallAgent {
  constructor(settings: RedisSettings, port: AgentPort) {
    const tell = (state: ConnectionState): void => port.sendControl(state);
    super(port, [peer(settings, port, tell), peer({ ...settings, timeoutMillis: 0 }, port, () => undefined)]);
  }

  /** Connects. The connection for calls that wait is opened with the first of them. */
  override start(): void {
    this.peers[0].start();
  }

  override afterRequests(): void {
    super.afterRequests();
    this.port.counters.protocol.set(SENT_COUNTER, this.peers[0].calls.sent);
  }
}

function peer(settings: RedisSettings, port: AgentPort, tell: (state: ConnectionState) => void): Peer {
  const calls = new PipelinedCalls(port.completions, settings.maxAttempts);
  return new Peer(port, calls, settings, {
    connection() {
      const parser = new ReplyParser(settings.maxReplyBytes);
      return {
        connect: (onread, opened) => openSocket(settings, onread, opened),
        take(bytes, start, end) {
          const next = parser.parse(bytes, start, end);
          if (next < 0) return next;
          const call = calls.takeReplied();
          if (call !== null) writeReply(port.completions, call, parser, bytes, start);
          return next;
        },
      };
    },
    onConnected: () => tell({ type: 'connected' }),
    onDisconnected: (message) => tell({ type: 'disconnected', message }),
  });
}
