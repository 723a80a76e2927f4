import { EventEmitter } from 'node:events';
import type * as theirs from 'amqplib';

import { alike, alikeWithCallbacks } from './support/compare.js';

// What libraries and tracers reach for below the API.

interface Inside extends EventEmitter {
  readonly channels: readonly ({ readonly channel: { readonly ch?: number } } | null)[];
  readonly heartbeater: (EventEmitter & { readonly interval: number; clear(): void }) | null;
  readonly muxer: { readonly blocked: boolean; readonly out: unknown };
  readonly stream: {
    readonly remotePort: number;
    readonly destroyed: boolean;
    destroy(error?: Error): void;
  } & EventEmitter;
  readonly serverProperties: Readonly<Record<string, unknown>>;
  [name: symbol]: unknown;
}

const inside = (model: theirs.ChannelModel): Inside => model.connection as unknown as Inside;

alike('the channels of a connection are at their numbers', async ({ api, url, log }) => {
  const model = await api.connect(url);
  const connection = inside(model);
  const note = (): void =>
    log.note(
      'channels',
      connection.channels.map((each) => each && (each.channel.ch ?? 'its own')),
    );
  note();
  const [first, second] = [await model.createChannel(), await model.createConfirmChannel()];
  note();
  log.note(
    'the same',
    connection.channels.slice(1).map((each) => each?.channel === first || each?.channel === second),
  );
  await first.close();
  note();
  log.note('open', connection.channels.filter((each) => each !== null).length);
  await model.createChannel();
  note();
  await model.close();
});

alike('heartbeats, muxer and stream can be looked at', async ({ api, url, log }) => {
  const model = await api.connect(`${url}?heartbeat=7`);
  const { heartbeater, muxer, stream, serverProperties } = inside(model);
  log.note('heartbeater', [heartbeater?.interval, heartbeater instanceof EventEmitter]);
  log.note('muxer', [muxer.blocked, muxer.out === stream]);
  log.note('stream', [stream.remotePort, stream.destroyed]);
  log.note('product', serverProperties['product']);
  heartbeater?.clear();
  await model.close();
  const without = await api.connect(`${url}?heartbeat=0`);
  log.note('without', inside(without).heartbeater);
  await without.close();
});

alike('a connection and a channel keep what is put on them', async ({ api, url, log }) => {
  const model = await api.connect(url);
  const mark = Symbol('mark');
  inside(model)[mark] = 'connection';
  const channel = await model.createChannel();
  log.note('on the connection', (channel.connection as unknown as Inside)[mark]);
  (channel.connection as unknown as Inside).setMaxListeners(77);
  log.note('listeners', inside(model).getMaxListeners());
  Object.assign(channel, { pool: 'p' });
  log.note('on the channel', (channel as unknown as { pool: string }).pool);
  await model.close();
});

alike('a socket that is destroyed is a connection that is lost', async ({ api, url, log }) => {
  const model = await api.connect(url);
  const channel = await model.createChannel();
  log.listen('model', model, 'error', 'close');
  log.listen('channel', channel, 'error', 'close');
  inside(model).stream.destroy(new Error('pulled out'));
  await log.until('model close');
  log.note('destroyed', inside(model).stream.destroyed);
});

alikeWithCallbacks('both models have the same below them', async ({ api, url, log }) => {
  await new Promise<void>((resolve) => {
    api.connect(url, (_error, model) => {
      const channel = model.createChannel(() => {
        const { channels } = model.connection as unknown as Inside;
        log.note('channels', [channels.length, channels[1]?.channel === (channel as unknown)]);
        model.close(() => resolve());
      });
    });
  });
});
