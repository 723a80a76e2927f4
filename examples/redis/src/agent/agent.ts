import {
  BasicAgent,
  CompletionKind,
  copyBytes,
  Fifo,
  type Agent,
  type AgentPort,
} from '@offloop/runtime/thread';
import {
  REPEATABLE,
  SENT_COUNTER,
  type ConnectionState,
  type Failure,
  type RedisSettings,
} from '../protocol/messages.js';
import type { Call } from './call.js';
import { Connection } from './connection.js';
import type { ReplyParser } from './reply-parser.js';
import { writeReply } from './reply-writer.js';

/** In how many turns of a timer the server's silence is measured. */
const TICKS = 16;
/** Bytes. */
const CHUNK_LENGTH = 65_536;

/** Redis's half in the thread: one connection, over which calls go out together and replies come in their order. */
export class RedisAgent extends BasicAgent {
  readonly #settings: RedisSettings;
  /** Requests lie behind each other, so that those of one drain are one write. */
  #chunk: Buffer = Buffer.alloc(0);
  #chunkUsed = 0;
  /** Not sent yet: there is no connection, or the drain is not over. */
  readonly #waiting = new Fifo<Call>();
  /** Replies have no names: the next one is for the call that was sent first. */
  readonly #sent = new Fifo<Call>();
  /** Calls without a completion, by slot. */
  readonly #open: (Call | undefined)[] = [];
  #inFlight = 0;
  #connection: Connection | undefined;
  #lastError = 'not connected yet';
  #failedAttempts = 0;
  #reconnecting: NodeJS.Timeout | undefined;
  #ticking: NodeJS.Timeout | undefined;
  /**
   * Turns of a timer in which calls waited and nothing came, and not the clock: while the whole process stands still, or
   * replies wait because the caller is not ready for them, the server is not to blame.
   */
  #silentTicks = 0;
  #isStopping = false;

  constructor(settings: RedisSettings, port: AgentPort) {
    super(port);
    this.#settings = settings;
  }

  override start(): void {
    this.#connect();
    const { timeoutMillis } = this.#settings;
    // Behind the sockets' turn: what has arrived while the loop was busy is in time.
    const onTick = (): void => void setImmediate(() => this.#onTick());
    if (timeoutMillis > 0) this.#ticking = setInterval(onTick, timeoutMillis / TICKS);
  }

  override get inFlight(): number {
    return this.#inFlight;
  }

  override begin(
    slot: number,
    generation: number,
    flags: number,
    _target: number,
    _timeoutMillis: number,
    bytes: Buffer,
    from: number,
    length: number,
  ): void {
    if (this.#chunkUsed + length > this.#chunk.length) {
      this.#chunk = Buffer.allocUnsafeSlow(Math.max(CHUNK_LENGTH, length));
      this.#chunkUsed = 0;
    }
    const chunk = this.#chunk;
    const start = this.#chunkUsed;
    const end = (this.#chunkUsed += length);
    copyBytes(bytes, from, from + length, chunk, start);
    const call = { slot, generation, flags, chunk, start, end, isCompleted: false };
    this.#open[slot] = call;
    if (this.#inFlight++ === 0) this.#silentTicks = 0;
    this.#waiting.push(call);
  }

  /** What one drain has brought is written once. */
  override afterRequests(): void {
    if (this.#connection?.isOpen !== true || this.#waiting.length === 0) return;
    const calls = unanswered(this.#waiting);
    for (const call of calls) this.#sent.push(call);
    this.#connection.write(calls);
    this.port.counters.protocol.count(SENT_COUNTER, calls.length);
  }

  /** The call is completed at once; its reply will be skipped. */
  override cancel(slot: number, generation: number): void {
    const call = this.#open[slot];
    if (call?.generation !== generation) return;
    this.#close(call);
    this.port.completions.bare(CompletionKind.VOID, slot, generation);
  }

  override get isPaused(): boolean {
    return this.#connection?.isPaused === true;
  }

  override resume(): void {
    this.#connection?.resume();
  }

  /** The floor rejects what is in flight. */
  override stop(): void {
    this.#isStopping = true;
    clearInterval(this.#ticking);
    clearTimeout(this.#reconnecting);
    if (this.#connection === undefined) this.port.ended();
    else this.#connection.close(new Error('the client is shut down'));
  }

  #connect(): void {
    this.#connection = new Connection(this.#settings, {
      onConnected: () => this.#tell({ type: 'connected' }),
      onReply: (reply, bytes, start) => this.#onReply(reply, bytes, start),
      onRead: () => {
        this.#silentTicks = 0;
        this.port.cycle();
      },
      onClose: (error) => this.#onClose(error),
    });
  }

  /** @returns whether the caller keeps up with the replies. */
  #onReply(reply: ReplyParser, bytes: Buffer, start: number): boolean {
    const call = this.#sent.shift();
    if (call === undefined) throw new Error('the server replied to no request');
    this.#failedAttempts = 0;
    if (!call.isCompleted) {
      this.#close(call);
      writeReply(this.port.completions, call, reply, bytes, start);
    }
    return !this.port.completions.isCongested;
  }

  /** What was sent may have run: it is sent again if that does no harm, before what was not sent yet. */
  #onClose({ message }: Error): void {
    this.#connection = undefined;
    this.#lastError = message;
    if (this.#isStopping) return this.port.ended();
    const unsent = unanswered(this.#waiting);
    for (const call of unanswered(this.#sent)) {
      if ((call.flags & REPEATABLE) !== 0) this.#waiting.push(call);
      else this.#fail(call, 'CONNECTION_LOST', `${message}: the command may have run`);
    }
    for (const call of unsent) this.#waiting.push(call);
    this.#tell({ type: 'disconnected', message });
    const { minBackoffMillis, maxBackoffMillis } = this.#settings;
    const backoff = Math.min(maxBackoffMillis, minBackoffMillis * 2 ** this.#failedAttempts++);
    // Not all clients of a server at the same time.
    this.#reconnecting = setTimeout(() => this.#connect(), backoff * (0.5 + Math.random() / 2));
  }

  #onTick(): void {
    if (this.#inFlight === 0 || this.isPaused || this.#isStopping || ++this.#silentTicks <= TICKS) return;
    const message = `no reply for ${this.#settings.timeoutMillis} ms`;
    for (const call of unanswered(this.#sent))
      this.#fail(call, 'TIMED_OUT', `${message}: the command may have run`);
    for (const call of unanswered(this.#waiting))
      this.#fail(call, 'TIMED_OUT', `${message}, the command was not sent: ${this.#lastError}`);
    this.#connection?.close(new Error(message));
    this.port.cycle();
  }

  #fail(call: Call, code: Failure['code'], message: string): void {
    this.#close(call);
    this.port.completions.error(call.slot, call.generation, { code, message });
  }

  /** It gets its completion now. */
  #close(call: Call): void {
    call.isCompleted = true;
    this.#open[call.slot] = undefined;
    this.#inFlight--;
  }

  #tell(state: ConnectionState): void {
    this.port.tell(state);
  }
}

/** Empties the queue. @returns the calls that have no completion yet. */
function unanswered(queue: Fifo<Call>): Call[] {
  return queue.takeAll().filter(({ isCompleted }) => !isCompleted);
}

export function createAgent(settings: RedisSettings, port: AgentPort): Agent {
  return new RedisAgent(settings, port);
}
