import {
  CONNECTION_PREAMBLE,
  encodeEvent,
  fragmentMessage,
  MessageScanner,
  messages,
  type StructOf,
  type WireUuid,
} from '@offloop/wire';
import { check } from '../journal/violation.js';
import type { Link, ServerEnd } from '../network/link.js';
import type { Random } from '@offloop/tools/random';
import type { Correlation, NearCacheRegistration, Registration } from './registrations.js';
import type { SimulatedMember } from './simulated-member.js';

const MAX_MESSAGE = 64 * 1024 * 1024;
const MOST_FRAGMENTS = 40;

const { addClusterViewListener } = messages.client;

/** What a client is told of its cluster. */
export interface View {
  readonly memberListVersion: number;
  readonly memberInfos: StructOf<'MemberInfo'>[];
  readonly partitionListVersion: number;
  readonly partitions: [WireUuid, number[]][];
}

export interface ConnectionEvents {
  /** The message lies between `start` and `end`. */
  onMessage(connection: ServerConnection, bytes: Buffer, start: number, end: number): void;
  onClose(connection: ServerConnection): void;
}

/** A client's connection, as its member sees it. */
export class ServerConnection implements ServerEnd {
  readonly link: Link;
  readonly member: SimulatedMember;
  /** The shard of the client it is of; −1 before that has said so. */
  shard = -1;
  /** The request for news of backups: they answer it. */
  backupListener: Correlation | undefined;
  viewListener: Correlation | undefined;
  /** What the client was told last. */
  latestView: View | undefined;
  /** Requests without a response. One that never gets any would be waited for as long as this connection lives. */
  readonly owed: Set<object> = new Set<object>();
  /** Registrations by the member's id. */
  readonly listeners: Map<bigint, Registration> = new Map<bigint, Registration>();
  /** Near caches by the member's id. */
  readonly nearCaches: Map<bigint, NearCacheRegistration> = new Map<bigint, NearCacheRegistration>();
  /** The client will give it up, once it reads what came. */
  isSpoiled = false;
  /** The member knows that it is lost. What is on its way to it arrives before. */
  isClosed = false;
  readonly #random: Random;
  readonly #events: ConnectionEvents;
  readonly #scanner = new MessageScanner({ maxMessageBytes: MAX_MESSAGE });
  #rest: Buffer = Buffer.alloc(0);
  #preambleLeft = CONNECTION_PREAMBLE.length;
  /** The latest number of a message in fragments: it is the member's own, and this one gives the same by each connection. */
  #fragmented = 0n;

  constructor(link: Link, member: SimulatedMember, random: Random, events: ConnectionEvents) {
    this.link = link;
    this.member = member;
    this.#random = random;
    this.#events = events;
  }

  get isReading(): boolean {
    return this.member.isAlive && !this.member.isFrozen;
  }

  /** @param onRead runs when the client has read it, unless nobody can read any more of this connection. */
  send(bytes: Buffer, onRead?: () => void): void {
    if (this.member.isAlive) this.link.sendDown(bytes, this.isSpoiled ? undefined : onRead);
  }

  /** No message: the client gives the connection up, and whatever comes behind it. */
  sendGarbage(): void {
    this.send(Buffer.alloc(24, 0xff));
    this.isSpoiled = true;
  }

  /** Sends a message in fragments; other messages may come between them. @param onRead as of `send` */
  sendInPieces(bytes: Buffer, onRead: () => void): void {
    const random = this.#random;
    const size = Math.floor(Math.max(random.skewed(48, 8192), bytes.length / MOST_FRAGMENTS));
    const pieces = fragmentMessage(bytes, 0, bytes.length, size, ++this.#fragmented);
    const sendNext = (at: number): void => {
      const isLast = at === pieces.length - 1;
      this.send(pieces[at], isLast ? onRead : undefined);
      if (isLast) return;
      if (random.chance(0.7)) sendNext(at + 1);
      else this.member.after(random.skewed(0.01, 5), () => sendNext(at + 1));
    };
    sendNext(0);
  }

  proceed(): void {
    this.link.proceed();
  }

  onClose(): void {
    this.isClosed = true;
    this.#events.onClose(this);
    this.backupListener = undefined;
    this.viewListener = undefined;
  }

  onBytes(chunk: Buffer): void {
    const preamble = Math.min(this.#preambleLeft, chunk.length);
    if (preamble > 0) {
      const at = CONNECTION_PREAMBLE.length - this.#preambleLeft;
      check(
        CONNECTION_PREAMBLE.subarray(at, at + preamble).equals(chunk.subarray(0, preamble)),
        'protocol',
        () => `a connection begins with ${chunk.toString('hex', 0, 3)}`,
      );
      this.#preambleLeft -= preamble;
    }
    const fresh = chunk.subarray(preamble);
    const bytes = this.#rest.length === 0 ? fresh : Buffer.concat([this.#rest, fresh]);
    let start = 0;
    for (;;) {
      if (start === bytes.length) break;
      const length = this.#scanner.scan(bytes, start, bytes.length);
      if (length === 0) break;
      this.#events.onMessage(this, bytes, start, start + length);
      start += length;
    }
    this.#rest = bytes.subarray(start);
  }

  /** Tells the client of the cluster as it is now, or was. Does nothing if the client has not asked for it. */
  sendView(view: View): void {
    const { viewListener } = this;
    if (viewListener === undefined) return;
    this.latestView = view;
    this.send(
      encodeEvent(
        addClusterViewListener,
        'MembersView',
        { version: view.memberListVersion, memberInfos: view.memberInfos },
        viewListener,
      ),
    );
    this.send(
      encodeEvent(
        addClusterViewListener,
        'PartitionsView',
        { version: view.partitionListVersion, partitions: view.partitions },
        viewListener,
      ),
    );
  }
}
