// @offloop/amqp under the name of amqplib. A program that talks to a broker gets its address from OFFLOOP_BROKER.
import { deploy } from './bundlers.mjs';
import { expectOutput, Skipped } from './project.mjs';
import { compile, NODE10, NODENEXT } from './typescript.mjs';

const CAME = 'came back: Reykjavík, by a thread: true';

const program = (header) => `
${header}

async function main() {
  const connection = await connect(process.env.OFFLOOP_BROKER, { threaded: true });
  const channel = await connection.createConfirmChannel();
  const { queue } = await channel.assertQueue('', { exclusive: true });
  const came = new Promise((resolve) => {
    channel.consume(queue, (message) => {
      channel.ack(message);
      resolve(message.content.toString());
    });
  });
  channel.sendToQueue(queue, Buffer.from('Reykjavík'));
  await channel.waitForConfirms();
  console.log('came back: ' + (await came) + ', by a thread: ' + connection.connection.isThreaded);
  await connection.close();
}
main();
`;
const PROGRAMS = {
  'app.cjs': program("const { connect } = require('amqplib');"),
  'app.mjs': program("import { connect } from 'amqplib';"),
};

/** All that users of amqplib may import, and no more. */
const ENTRIES = `
const named = ['amqplib', 'amqplib/callback_api', 'amqplib/lib/connect.js'].map((name) => {
  try {
    return Object.keys(require(name)).includes('connect');
  } catch (error) {
    return error.code;
  }
});
console.log(named.join(' '));
`;

const TYPED = `
import { connect, credentials, type Channel, type ChannelModel, type ConfirmChannel, type ConsumeMessage, type Options } from 'amqplib';
import * as callbacks from 'amqplib/callback_api';

const durable: Options.AssertQueue = { durable: true, arguments: { 'x-queue-type': 'quorum' } };

export async function main(): Promise<void> {
  const model: ChannelModel = await connect('amqp://localhost', { credentials: credentials.plain('u', 'p') });
  const channel: ConfirmChannel = await model.createConfirmChannel();
  const { queue, messageCount } = await channel.assertQueue('q', durable);
  await channel.consume(queue, (message: ConsumeMessage | null) => {
    if (message !== null) channel.ack(message);
  });
  // @ts-expect-error a message's body is a Buffer, and the types are not any
  channel.sendToQueue(queue, messageCount);
  const plain: Channel = channel;
  plain.publish('', queue, Buffer.from('x'), { persistent: true, headers: { a: 1 } });
  callbacks.connect('amqp://localhost', (error: Error | null, connection: callbacks.Connection) => {
    if (error === null) connection.createChannel((_error, opened) => opened.assertQueue('q', durable));
  });
  await model.close();
}
`;

const JEST_TEST = `
const { connect } = require('amqplib');
test('what is published is consumed', async () => {
  const connection = await connect(process.env.OFFLOOP_BROKER, { threaded: true });
  const channel = await connection.createChannel();
  const { queue } = await channel.assertQueue('', { exclusive: true });
  const came = new Promise((resolve) => channel.consume(queue, resolve, { noAck: true }));
  channel.sendToQueue(queue, Buffer.from('x'), { headers: { list: [1, 'two'] } });
  const { content, properties } = await came;
  expect(content).toEqual(Buffer.from('x'));
  expect(properties.headers).toEqual({ list: [1, 'two'] });
  channel.on('error', () => {});
  await expect(channel.checkQueue('offloop-no-such-queue')).rejects.toThrow(/404/);
  await connection.close();
});
`;

/** Spans of the application's own trace, by OpenTelemetry's instrumentation, with both APIs. */
const TRACED = `
const { trace } = require('@opentelemetry/api');
const { registerInstrumentations } = require('@opentelemetry/instrumentation');
const { AmqplibInstrumentation } = require('@opentelemetry/instrumentation-amqplib');
const { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } = require('@opentelemetry/sdk-trace-node');
const exporter = new InMemorySpanExporter();
new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register();
registerInstrumentations({ instrumentations: [new AmqplibInstrumentation()] });
const { connect } = require('amqplib');
const callbacks = require('amqplib/callback_api');

const within = (name, run) => trace.getTracer('app').startActiveSpan(name, (span) => {
  run();
  span.end();
});

async function promises() {
  const connection = await connect(process.env.OFFLOOP_BROKER, { threaded: true });
  const channel = await connection.createConfirmChannel();
  await channel.assertQueue('offloop-traced', { exclusive: true });
  const came = new Promise((resolve) => channel.consume('offloop-traced', (message) => resolve(channel.ack(message))));
  within('order', () => channel.sendToQueue('offloop-traced', Buffer.from('x')));
  await channel.waitForConfirms();
  await came;
  await connection.close();
}

function calls() {
  return new Promise((done) => {
    callbacks.connect(process.env.OFFLOOP_BROKER, (_error, connection) => {
      const channel = connection.createChannel();
      channel.assertQueue('offloop-traced', { exclusive: true });
      channel.consume('offloop-traced', (message) => {
        channel.ack(message);
        connection.close(done);
      }, {}, () => within('order', () => channel.publish('', 'offloop-traced', Buffer.from('x'))));
    });
  });
}

promises().then(calls).then(() => {
  const spans = exporter.getFinishedSpans();
  const line = (span) => {
    const parent = spans.find((each) => each.spanContext().spanId === span.parentSpanContext?.spanId);
    return (parent === undefined ? '' : line(parent) + ' > ') + span.name;
  };
  const ends = spans.filter(({ name }) => name.endsWith('process'));
  console.log(ends.map((span) => line(span) + ' by ' + span.attributes['messaging.system']).join('\\n'));
});
`;
const TRACE = 'order > publish <default> > offloop-traced process by rabbitmq';

/** NestJS and amqp-connection-manager with their heartbeat of 5 s, and a handler that blocks for four times as long. */
const NEST = `
require('reflect-metadata');
const { Controller, Module } = require('@nestjs/common');
const { NestFactory } = require('@nestjs/core');
const { ClientProxyFactory, Ctx, MessagePattern, Payload, Transport } = require('@nestjs/microservices');
const { firstValueFrom } = require('rxjs');
const options = { urls: [process.env.OFFLOOP_BROKER], queue: 'offloop-nest', queueOptions: { durable: false, autoDelete: true } };
let runs = 0;
class Jobs {
  compute(seconds, context) {
    runs++;
    const end = Date.now() + seconds * 1000;
    while (Date.now() < end);
    context.getChannelRef().ack(context.getMessage());
    return 'blocked for ' + seconds + ' s';
  }
}
const { compute } = Object.getOwnPropertyDescriptors(Jobs.prototype);
MessagePattern('compute')(Jobs.prototype, 'compute', compute);
Payload()(Jobs.prototype, 'compute', 0);
Ctx()(Jobs.prototype, 'compute', 1);
Controller()(Jobs);
class App {}
Module({ controllers: [Jobs] })(App);

async function main() {
  const service = await NestFactory.createMicroservice(App, {
    transport: Transport.RMQ,
    options: { ...options, noAck: false },
    logger: ['warn', 'error'],
  });
  await service.listen();
  const client = ClientProxyFactory.create({ transport: Transport.RMQ, options });
  const said = await firstValueFrom(client.send('compute', 20));
  // Later than a message that was not acknowledged would come again.
  await firstValueFrom(client.send('compute', 0));
  await new Promise((resolve) => setTimeout(resolve, 1000));
  console.log(said + ', runs: ' + runs);
  await client.close();
  await service.close();
}
main();
`;

/** A place whose program talks to a broker. */
const withBroker = (place) => ({
  ...place,
  check(project) {
    if (project.setting.brokerUrl === undefined) throw new Skipped('there is no rabbitmq-server');
    return place.check(project);
  },
});

const inPlaceOf = ({ tarballs }) => `amqplib@file:${tarballs['@offloop/amqp']}`;

export const amqpPlaces = {
  packages: (setting) => [
    inPlaceOf(setting),
    'esbuild',
    'jest@30',
    'ts57@npm:typescript@~5.7',
    '@types/node@20',
    '@opentelemetry/api@1',
    '@opentelemetry/instrumentation',
    '@opentelemetry/instrumentation-amqplib',
    '@opentelemetry/sdk-trace-node',
  ],
  places: [
    withBroker({
      name: 'amqplib: require, import',
      quick: true,
      async check(project) {
        project.write(PROGRAMS);
        for (const file of Object.keys(PROGRAMS)) expectOutput(await project.node(file), CAME);
        project.write({ 'entries.cjs': ENTRIES });
        expectOutput(await project.node('entries.cjs'), 'true true ERR_PACKAGE_PATH_NOT_EXPORTED');
        return project.version('amqplib');
      },
    }),
    {
      name: 'amqplib: TypeScript 5.7, strict',
      quick: true,
      check(project) {
        project.write({ 'app.ts': TYPED });
        return compile(project, 'ts57', [NODE10, NODENEXT], () => ['app.ts']);
      },
    },
    withBroker({
      name: 'amqplib: esbuild minified, CommonJS and ES modules',
      quick: true,
      async check(project) {
        project.write(PROGRAMS);
        for (const [file, format] of [
          ['app.cjs', 'cjs'],
          ['app.mjs', 'esm'],
        ]) {
          const flags = [
            '--bundle',
            '--minify',
            '--platform=node',
            `--format=${format}`,
            '--log-level=warning',
          ];
          const said = await project.tool('esbuild', file, ...flags, `--outfile=out/${file}`);
          if (said !== '') throw new Error(said);
          expectOutput(await deploy(project, `out/${file}`).node(file), CAME);
        }
        return project.version('esbuild');
      },
    }),
    withBroker({
      name: 'amqplib: Jest, its defaults',
      quick: true,
      async check(project) {
        project.write({ 'package.json': {}, 'queue.test.js': JEST_TEST });
        expectOutput(await project.tool('jest'), '1 passed, 1 total');
        return project.version('jest');
      },
    }),
    withBroker({
      name: "amqplib: OpenTelemetry's instrumentation",
      quick: true,
      async check(project) {
        project.write({ 'app.cjs': TRACED });
        expectOutput(await project.node('app.cjs'), `${TRACE}\n${TRACE}`);
        return project.version('@opentelemetry/instrumentation-amqplib');
      },
    }),
  ],
};

export const nestPlaces = {
  packages: (setting) => [
    inPlaceOf(setting),
    '@nestjs/common',
    '@nestjs/core',
    '@nestjs/microservices',
    'amqp-connection-manager',
    'reflect-metadata',
    'rxjs',
  ],
  places: [
    withBroker({
      name: 'amqplib: NestJS with amqp-connection-manager, blocked for 20 s',
      quick: true,
      async check(project) {
        project.write({ 'app.cjs': NEST });
        expectOutput(await project.node('app.cjs'), 'blocked for 20 s, runs: 2');
        return project.version('@nestjs/microservices');
      },
    }),
  ],
};
