// A NestJS microservice whose handlers compute. Nest finds this client as `amqplib`: docs/amqp.md. `(…)(…)` are decorators in TypeScript.
import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ClientProxyFactory, MessagePattern, Transport } from '@nestjs/microservices';
import { firstValueFrom } from 'rxjs';

const rmq = {
  transport: Transport.RMQ,
  options: {
    urls: [process.argv[2] ?? 'amqp://127.0.0.1'],
    queue: 'example-nest',
    queueOptions: { durable: false, autoDelete: true },
    socketOptions: { heartbeatIntervalInSeconds: 1 },
  },
};

class Jobs {
  compute(seconds) {
    const end = Date.now() + seconds * 1000;
    while (Date.now() < end);
    return `computed for ${seconds} s`;
  }
}
MessagePattern('compute')(
  Jobs.prototype,
  'compute',
  Object.getOwnPropertyDescriptor(Jobs.prototype, 'compute'),
);
Controller()(Jobs);
// oxlint-disable-next-line typescript/no-extraneous-class -- Nest's way to name a module
class App {}
Module({ controllers: [Jobs] })(App);

const service = await NestFactory.createMicroservice(App, { ...rmq, logger: ['warn', 'error'] });
await service.listen();
const client = ClientProxyFactory.create(rmq);
console.log(await firstValueFrom(client.send('compute', 4)));

client.close();
await service.close();
