// A user's program in strict TypeScript that uses what `amqplib` does not have. `types.test.ts` compiles it.
import { connect, TopologyError, type RecoveringChannelModel, type TopologyPart } from '@offloop/amqp';
import * as callbacks from '@offloop/amqp/callback_api';

export async function recovering(): Promise<RecoveringChannelModel> {
  const model = await connect('amqp://localhost', { recovery: { topology: true, maxDelay: 1000 } });
  model.on('topology-recovered', ({ failures }) => console.log(failures.map(({ part }) => part.kind)));
  model.on('topology-failed', (error) => {
    const part: TopologyPart = error.part;
    console.log(part.kind === 'binding' ? part.routingKey : part.kind, error.cause.message);
  });
  model.on('queue-renamed', ({ from, to }) => console.log(from.length + to.length));
  model.on('connect-failed', (error) => console.log(error instanceof TopologyError && error.code));
  const channel = await model.createConfirmChannel();
  channel.on('recovered', () => undefined);
  await channel.checkQueue('q', { timeout: 100 });
  return model;
}

export function withCallbacks(): void {
  const model = callbacks.connect('amqp://localhost', { recovery: { topology: true } });
  model.on('topology-failed', ({ part }) => console.log(part.kind));
  model.createChannel((_, channel) => channel.on('recovered', () => undefined));
}
