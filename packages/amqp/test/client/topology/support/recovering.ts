import { onTestFinished } from 'vitest';

import type { ConnectionEnd } from '../../../../src/client/links.js';
import { openSession } from '../../../../src/client/connection/open-session.js';
import type { Session } from '../../../../src/client/connection/session.js';
import { CallbackModel } from '../../../../src/client/callback/callback-model.js';
import { RecoveringModel as RecoveringCallbackModel } from '../../../../src/client/callback/recovering-model.js';
import { ChannelModel } from '../../../../src/client/promise/channel-model.js';
import { RecoveringModel } from '../../../../src/client/promise/recovering-model.js';
import type { CommonRecoveryOptions } from '../../../../src/client/recovery/recovery-options.js';
import type { Channel } from '../../../../src/index.js';
import { AnsweringLink, type Judge } from './answering-link.js';

const LOST: ConnectionEnd = { kind: 'lost', failure: { message: 'gone', code: 'ECONNRESET' } };
const EVENTS = [
  'connect',
  'disconnect',
  'connect-failed',
  'reconnect-failed',
  'topology-recovered',
  'topology-failed',
  'queue-renamed',
];

/** Links of one recovering connection, one after another. */
export class Links {
  readonly all: AnsweringLink[] = [];
  /** Asked for each method on each link but the first. */
  judge: Judge = () => undefined;
  #names = 0;

  get last(): AnsweringLink {
    return this.all.at(-1)!;
  }

  open(): Promise<Session> {
    return openSession(
      async (_settings, events) => {
        const isFirst = this.all.length === 0;
        const link = new AnsweringLink(
          events,
          (sent) => (isFirst ? undefined : this.judge(sent)),
          (prefix) => `${prefix}${++this.#names}`,
        );
        this.all.push(link);
        return link;
      },
      'amqp://localhost',
      {},
    );
  }

  /** The connection is lost. */
  lose(): void {
    this.last.ended(LOST);
  }
}

/** A recovering connection with promises whose topology comes back, and what it has told. */
export class Recovering {
  readonly links = new Links();
  readonly model: RecoveringModel;
  readonly seen: string[] = [];

  constructor(options: CommonRecoveryOptions<ChannelModel> = {}) {
    this.model = new RecoveringModel(async () => new ChannelModel(await this.links.open()), {
      topology: true,
      initialDelay: 0,
      maxDelay: 0,
      ...options,
    });
    this.model.on('error', () => undefined);
    for (const event of EVENTS)
      this.model.on(event, (value: unknown) => this.seen.push(`${event}${describe(value)}`));
    onTestFinished(() => this.model.close());
  }

  /** Has a channel's events noted as well. */
  listen(channel: Channel, ...events: string[]): void {
    for (const event of events)
      channel.on(event, (value: unknown) => this.seen.push(`channel ${event}${describe(value)}`));
  }

  /** Loses the connection. Resolves when the next is there. */
  async loseAndRecover(): Promise<void> {
    const back = new Promise((resolve) => this.model.once('connect', resolve));
    this.links.lose();
    await back;
  }
}

/** A recovering connection with a channel. */
export async function recoveringChannel(
  options?: CommonRecoveryOptions<ChannelModel>,
): Promise<Pick<Recovering, 'model' | 'links' | 'seen'> & { recovering: Recovering; channel: Channel }> {
  const recovering = new Recovering(options);
  const { model, links, seen } = recovering;
  return { recovering, model, links, seen, channel: await model.createChannel() };
}

/** The same with callbacks. */
export function recoveringWithCallbacks(links: Links): RecoveringCallbackModel {
  const model = new RecoveringCallbackModel(async () => new CallbackModel(await links.open()), {
    topology: true,
    initialDelay: 0,
    maxDelay: 0,
  });
  model.on('error', () => undefined);
  onTestFinished(() => void model.close());
  return model;
}

/** What events tell. */
interface Told {
  readonly failures?: readonly Error[];
  readonly from?: string;
  readonly to?: string;
  readonly consumerTag?: string;
}

function describe(value: unknown): string {
  if (value instanceof Error) return ` ${value.message}`;
  const { failures, from, to, consumerTag } = (value ?? {}) as Told;
  if (failures !== undefined) return ` ${failures.length} failures`;
  if (from !== undefined) return ` ${from} ${to}`;
  return consumerTag === undefined ? '' : ` ${consumerTag}`;
}
