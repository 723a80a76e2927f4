import type { FromWorker, Resumption, ToWorker } from '@offloop/contract';

/** What an agent tells the caller: also of something that has happened to what a listener listens to. */
export type Told =
  FromWorker | { readonly type: 'event'; readonly registration: number; readonly happening: number };

const CLUSTER: Resumption = { candidate: 0, clusterId: 'x', partitionCount: 3 };

/**
 * An agent with its one connection to a member, as far as the handover concerns it: see `Cluster` and `Listeners` of the workers. All that
 * tells two agents apart is in its fields.
 */
export class ModelAgent {
  isStarted = false;
  leads = false;
  /** Whether it knows of the cluster that it may enter as one that follows. */
  isTold = false;
  isConnected = false;
  losses: number;
  readonly registrations = new Set<number>();
  /** Messages on their way to it, and from it. */
  readonly inbox: ToWorker[] = [];
  readonly outbox: Told[] = [];

  /** @param losses how often it may lose its connection. */
  constructor(losses: number) {
    this.losses = losses;
  }

  start(leads: boolean, isTold: boolean): void {
    this.isStarted = true;
    this.leads = leads;
    this.isTold = isTold;
  }

  get mayConnect(): boolean {
    return this.isStarted && !this.isConnected && (this.leads || this.isTold);
  }

  connect(): void {
    this.isConnected = this.isTold = true;
    this.outbox.push({ type: 'connected', ...CLUSTER, localAddress: { host: '', port: 0 } });
  }

  lose(): void {
    this.losses--;
    this.isConnected = false;
    this.outbox.push({ type: 'disconnected', reason: 'lost' });
  }

  /** What it knew is gone with its thread. */
  die(): void {
    this.inbox.length = 0;
    this.registrations.clear();
    this.isConnected = false;
  }

  takeMessage(): void {
    const message = this.inbox.shift()!;
    switch (message.type) {
      case 'lead':
        this.leads = true;
        break;
      case 'yield':
        this.leads = false;
        this.isTold = true;
        break;
      case 'follow':
        this.isTold = true;
        break;
      case 'listen':
        this.registrations.add(message.registration);
        this.outbox.push({ type: 'listening', registration: message.registration });
        break;
      default:
        throw new Error(`nobody is told ${message.type} here`);
    }
  }
}
