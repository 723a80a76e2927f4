import {
  CONNECTION_PREAMBLE,
  correlationHigh,
  correlationLow,
  decodeRequest,
  encodeEvent,
  encodeResponse,
  fragmentMessage,
  messageFlags,
  MessageScanner,
  messages,
  messageType,
} from '@offloop/wire/protocol';
import type { Link, ServerEnd } from '../network/link.js';
import { check } from '../oracle/violation.js';
import { MemberListeners } from './member-listeners.js';
import { clusterName } from './names.js';
import type { SimulatedCluster, View } from './simulated-cluster.js';
import type { SimulatedMember } from './simulated-member.js';

const m: typeof messages.client = messages.client;
const { addEntryListener, removeEntryListener } = messages.map;
const MAX_MESSAGE = 64 * 1024 * 1024;
const MOST_FRAGMENTS = 40;

/** How a member answers who wants to come in. */
const Status = { WELCOME: 0, NOT_ALLOWED: 3 } as const;

export interface Correlation {
  readonly correlationLow: number;
  readonly correlationHigh: number;
}

/** A client's connection, as its member sees it. */
export class ServerConnection implements ServerEnd {
  readonly link: Link;
  readonly member: SimulatedMember;
  /** By which the client is told of backups. */
  backupListener: Correlation | undefined;
  viewListener: Correlation | undefined;
  /** What the client was told last. */
  latestView: View | undefined;
  /** Requests without a response. One that never gets any would be waited for as long as this connection lives. */
  readonly owed: Set<object> = new Set<object>();
  readonly listeners: MemberListeners;
  readonly #cluster: SimulatedCluster;
  #isSpoiled = false;
  readonly #scanner = new MessageScanner({ maxMessageBytes: MAX_MESSAGE });
  #rest: Buffer = Buffer.alloc(0);
  #preambleLeft = CONNECTION_PREAMBLE.length;
  /** The latest number of a message in fragments: it is the member's own, and this one gives the same by each connection. */
  #fragmented = 0n;

  constructor(link: Link, member: SimulatedMember, cluster: SimulatedCluster) {
    this.link = link;
    this.member = member;
    this.#cluster = cluster;
    this.listeners = new MemberListeners(this, cluster);
  }

  get isReading(): boolean {
    return this.member.isAlive && !this.member.isFrozen;
  }

  /** @param onRead runs when the client has read it, unless nobody can read any more of this connection. */
  send(bytes: Buffer, onRead?: () => void): void {
    if (this.member.isAlive) this.link.sendDown(bytes, this.#isSpoiled ? undefined : onRead);
  }

  /** No message: the client gives the connection up, and whatever comes behind it. */
  sendGarbage(): void {
    this.send(Buffer.alloc(24, 0xff));
    this.#isSpoiled = true;
  }

  /** The same in fragments; other messages may come between them. */
  sendInPieces(bytes: Buffer, onRead: () => void): void {
    const { random } = this.#cluster.world;
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
    this.member.connections.delete(this);
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
      this.#onMessage(bytes, start, start + length);
      start += length;
    }
    this.#rest = bytes.subarray(start);
  }

  #onMessage(bytes: Buffer, start: number, end: number): void {
    const type = messageType(bytes, start);
    const correlation = {
      correlationLow: correlationLow(bytes, start),
      correlationHigh: correlationHigh(bytes, start),
    };
    switch (type) {
      case m.authentication.id: {
        const name = decodeRequest(m.authentication, bytes, start, end).clusterName;
        this.#respondSoon(() => this.#authenticate(correlation, name));
        break;
      }
      case m.addClusterViewListener.id:
        this.#respondSoon(() => {
          this.viewListener = correlation;
          this.send(encodeResponse(m.addClusterViewListener, {}, correlation));
          this.sendView();
        });
        break;
      case m.localBackupListener.id:
        this.#respondSoon(() => {
          this.backupListener = correlation;
          this.send(encodeResponse(m.localBackupListener, { response: this.member.uuid }, correlation));
        });
        break;
      case m.ping.id:
        this.#respondSoon(() => this.send(encodeResponse(m.ping, {}, correlation)));
        break;
      case addEntryListener.id:
        this.#respondSoon(() => this.listeners.add(correlation, bytes, start, end));
        break;
      case removeEntryListener.id:
        this.#respondSoon(() => this.listeners.remove(correlation, bytes, start, end));
        break;
      default:
        this.#cluster.operations.receive(
          this,
          type,
          correlation,
          messageFlags(bytes, start),
          bytes,
          start,
          end,
        );
    }
  }

  #respondSoon(respond: () => void): void {
    this.member.after(this.#cluster.world.random.skewed(0.02, 2), () => {
      if (this.link.isOpen) respond();
    });
  }

  /** Tells the client of the cluster as it is now, or was. */
  sendView(view: View = this.#cluster.view()): void {
    const { viewListener } = this;
    if (viewListener === undefined) return;
    this.latestView = view;
    const spec = m.addClusterViewListener;
    this.send(
      encodeEvent(
        spec,
        'MembersView',
        { version: view.memberListVersion, memberInfos: view.memberInfos },
        viewListener,
      ),
    );
    this.send(
      encodeEvent(
        spec,
        'PartitionsView',
        { version: view.partitionListVersion, partitions: view.partitions },
        viewListener,
      ),
    );
  }

  #authenticate(correlation: Correlation, name: string): void {
    const cluster = this.#cluster;
    check(
      name === clusterName(cluster.number),
      'protocol',
      () => `a member of ${clusterName(cluster.number)} is asked to let in a client of ${name}`,
    );
    const { isOpen } = cluster;
    const response = {
      status: isOpen ? Status.WELCOME : Status.NOT_ALLOWED,
      address: { host: this.member.host, port: this.member.port },
      memberUuid: this.member.uuid,
      serializationVersion: 1,
      serverHazelcastVersion: '5.6.0',
      partitionCount: cluster.partitions.length,
      clusterId: cluster.id,
      failoverSupported: cluster.supportsFailover,
      tpcPorts: null,
      tpcToken: null,
      ...cluster.view(),
      keyValuePairs: new Map<string, string>(),
    };
    this.send(encodeResponse(m.authentication, response, correlation), () => {
      if (isOpen) cluster.onEntered();
    });
  }
}
