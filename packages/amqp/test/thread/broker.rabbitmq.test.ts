import { certificateAuthority, startTlsProxy } from '@offloop/tools';
import { connect } from 'amqplib';
import { describe, expect, onTestFinished, test } from 'vitest';

import { loopMayStand } from '../../../../test/support/event-loop.js';
import { links, openLink } from '../../src/client/links.js';
import { BasicAck, BasicGet, ChannelOpen, QueueDeclare } from '../../src/wire/methods.js';
import { Conversation } from '../support/conversation.js';
import { closeLink, linkSettings, open, PLACES, Recorder } from '../support/links.js';
import { BROKER_PORT, BROKER_URL, closeConnection, freshName } from '../support/rabbitmq.js';

async function messageOf(attempt: Promise<unknown>): Promise<string> {
  return attempt.then(
    () => 'opened',
    ({ message }: Error) => message,
  );
}

describe.each(PLACES)('with RabbitMQ, a connection $where', ({ threaded }) => {
  test('opens, and closes', async () => {
    const { link, told } = await open(linkSettings(BROKER_PORT), threaded);
    expect(link.opened).toMatchObject({ channelMax: 2047, frameMax: 131_072, heartbeat: 60 });
    expect(link.opened.serverProperties).toMatchObject({
      product: 'RabbitMQ',
      capabilities: { publisher_confirms: true },
    });
    closeLink(link);
    expect(await told.ended()).toEqual({ kind: 'closed' });
  });

  test('is refused as amqplib is', async () => {
    // Without this capability the broker just ends the connection.
    const clientProperties = { capabilities: { authentication_failure_close: true } };
    const settings = { response: Buffer.from('\0guest\0wrong'), clientProperties };
    const ours = messageOf(openLink(linkSettings(BROKER_PORT, settings), new Recorder(), threaded));
    const theirs = await messageOf(connect(`amqp://guest:wrong@127.0.0.1:${BROKER_PORT}`));
    expect(await ours).toBe(theirs);
    const astray = openLink(linkSettings(BROKER_PORT, { vhost: 'nowhere' }), new Recorder(), threaded);
    expect(await messageOf(astray)).toBe(await messageOf(connect(`${BROKER_URL}/nowhere`)));
  });

  test('carries messages of any length', async () => {
    const recorded = await open(linkSettings(BROKER_PORT), threaded);
    const { told } = recorded;
    const talk = new Conversation(recorded);
    const queue = freshName();
    await talk.begin(queue, true);
    const lengths = [0, 1, 100, 131_063, 131_064, 131_065, 600_000, 20_000_000, 100_000_000];
    for (const length of lengths) talk.publish(queue, Buffer.alloc(length, `${length}`));
    await talk.consume(queue);
    await told.until(() => told.came.filter(({ name }) => name === 'BasicDeliver').length === lengths.length);
    const contents = told.came.flatMap(({ content }) => content ?? []);
    expect(contents.map(({ length }) => length)).toEqual(lengths);
    const isWhole = (content: Buffer): boolean =>
      content.equals(Buffer.alloc(content.length, `${content.length}`));
    expect(contents.every(isWhole)).toBe(true);
    talk.send(BasicGet, { queue, noAck: true });
    await told.first('BasicGetEmpty');
  });

  test('hears of a queue that is not there, and of one that is deleted', async () => {
    const recorded = await open(linkSettings(BROKER_PORT), threaded);
    const { told } = recorded;
    const talk = new Conversation(recorded);
    await talk.call(ChannelOpen);
    talk.send(QueueDeclare, { queue: freshName(), passive: true, arguments: {} });
    const { fields } = await told.first('ChannelClose');
    expect(fields).toMatchObject({ replyCode: 404, classId: 50, methodId: 10 });
  });

  test('is closed by the operator', async () => {
    const { link, told } = await open(linkSettings(BROKER_PORT), threaded);
    await closeConnection(link.opened.localPort!, 'enough');
    expect(await told.ended()).toEqual({
      kind: 'closed-by-server',
      code: 320,
      text: 'CONNECTION_FORCED - enough',
      classId: 0,
      methodId: 0,
    });
  });

  test('speaks TLS', async () => {
    const authority = await certificateAuthority('test');
    const certificate = await authority.issue(['broker']);
    const proxy = await startTlsProxy({ target: `127.0.0.1:${BROKER_PORT}`, certificate });
    onTestFinished(() => proxy.close());
    const socket = { host: '127.0.0.1', port: proxy.port, servername: 'broker', ca: authority.cert };
    const recorded = await open(linkSettings(0, { socket, secure: true }), threaded);
    const talk = new Conversation(recorded);
    const queue = freshName();
    await talk.begin(queue);
    talk.publish(queue, Buffer.alloc(1_000_000, 'tls'));
    await talk.consume(queue);
    const { content } = await recorded.told.first('BasicDeliver');
    expect(content!.equals(Buffer.alloc(1_000_000, 'tls'))).toBe(true);
    const stranger = linkSettings(0, { socket: { ...socket, ca: undefined }, secure: true });
    await expect(openLink(stranger, new Recorder(), threaded)).rejects.toMatchObject({
      code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    });
  });
});

const BLOCK_MILLIS = 6_500;

function block(): void {
  loopMayStand({ seconds: 30, because: 'connections must outlive it' }, () => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BLOCK_MILLIS);
  });
}

describe('while the loop is blocked', () => {
  test('for three times the heartbeat, a connection lives: what was sent before and after arrives, tags stay valid', async () => {
    const recorded = await open(linkSettings(BROKER_PORT, { heartbeat: 2 }), true);
    const { told } = recorded;
    const talk = new Conversation(recorded);
    const queue = freshName();
    await talk.begin(queue, true);
    await talk.consume(queue, false);
    for (let i = 0; i < 100; i++) talk.publish(queue, Buffer.from(`before ${i}`));
    const deliveries = (): number[] =>
      told.came.flatMap(({ name, fields }) => (name === 'BasicDeliver' ? Number(fields['deliveryTag']) : []));
    await told.until(() => deliveries().length === 100);
    talk.publish(queue, Buffer.from('just before'));
    await Promise.resolve();
    block();
    talk.publish(queue, Buffer.from('after'));
    await told.until(() => deliveries().length === 102);
    talk.send(BasicAck, { deliveryTag: 102, multiple: true });
    await talk.call(QueueDeclare, { queue, passive: true, arguments: {} });
    expect(told.end).toBeUndefined();
    expect(deliveries()).toEqual(Array.from({ length: 102 }, (_, i) => i + 1));
    expect(told.came.some(({ fields }) => fields['redelivered'] === true)).toBe(false);
  });

  test('deliveries wait in bounded memory, and the broker keeps the rest', async () => {
    const recorded = await open(linkSettings(BROKER_PORT, { heartbeat: 2 }), true);
    const { told } = recorded;
    const talk = new Conversation(recorded);
    const queue = freshName();
    await talk.begin(queue, true);
    const content = Buffer.alloc(1_000_000, 'x');
    const count = 250;
    for (let i = 0; i < count; i++) talk.publish(queue, content);
    await told.until(() => recorded.link.waiting === 0);
    const contents = (): number => told.came.filter((each) => each.content !== undefined).length;
    let received = 0;
    // Nothing of it is kept here.
    told.onCame = (came) => {
      if (came.content === undefined) return;
      expect(came.content.length).toBe(1_000_000);
      received++;
      (came as { content: Buffer | undefined }).content = Buffer.alloc(0);
    };
    const before = process.memoryUsage().rss;
    await talk.consume(queue);
    block();
    const grown = process.memoryUsage().rss - before;
    expect(grown).toBeLessThan(120_000_000);
    await told.until(() => received === count);
    expect(contents()).toBe(count);
    expect(told.end).toBeUndefined();
    expect(links.stats().every(({ rescues }) => rescues === 0)).toBe(true);
  });
});
