// A NestJS microservice whose handlers compute. Nest finds this client as `amqplib`: docs/amqp.md. `(…)(…)` are decorators in TypeScript.
import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ClientProxyFactory, MessagePattern, Transport } from '@nestjs/microservices';
import { firstValueFrom } from 'rxjs';

const options = {
  urls: [process.argv[2] ?? 'amqp://127.0.0.1'],
  queue: 'example-nest',
  queueOptions: { durable: false, autoDelete: true },
  socketOptions: { heartbeatIntervalInSeconds: 1 },
};
const rmq = { transport: Transport.RMQ, options };

class Jobs {
  compute(seconds) {
    const end = Date.now() + seconds * 1000;
    while (Date.now() < end);
    return `computed for ${seconds} s`;
  }
}
const compute = Object.getOwnPropertyDescriptor(Jobs.prototype, 'compute');
MessagePattern('compute')(Jobs.prototype, 'compute', compute);
Controller()(Jobs);
// oxlint-disable-next-line typescript/no-extraneous-class -- Nest's way to name a module
class App {}
Module({ controllers: [Jobs] })(App);

const service = await NestFactory.createMicroservice(App, { ...rmq, logger: ['warn', 'error'] });
await service.listen();
const client = ClientProxyFactory.create(rmq);
console.log(await firstValueFrom(client.send('compute', 4)));

// Nest does not wait until the broker confirms the answer, and does not catch what amqp-connection-manager then rejects: as with amqplib.
process.on('unhandledRejection', (error) => {
  if (error.message !== 'Channel closed') throw error;
});
client.close();
await service.close();
