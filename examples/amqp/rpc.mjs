// Calls and their answers: RabbitMQ's `amq.rabbitmq.reply-to` brings an answer without a queue for it. `correlationId` tells which call it is for.
import { randomUUID } from 'node:crypto';
import { connect } from '@offloop/amqp';

const connection = await connect(process.argv[2] ?? 'amqp://127.0.0.1');

const server = await connection.createChannel();
await server.assertQueue('example-square', { autoDelete: true });
await server.consume('example-square', (message) => {
  const { replyTo, correlationId } = message.properties;
  const result = Number(message.content) ** 2;
  server.sendToQueue(replyTo, Buffer.from(String(result)), { correlationId });
  server.ack(message);
});

const client = await connection.createChannel();
const waiting = new Map(); // correlation id -> resolve
const reply = ({ properties, content }) => {
  waiting.get(properties.correlationId)?.(Number(content));
  waiting.delete(properties.correlationId);
};
await client.consume('amq.rabbitmq.reply-to', reply, { noAck: true });

function square(number) {
  const correlationId = randomUUID();
  const options = { correlationId, replyTo: 'amq.rabbitmq.reply-to', expiration: 5000 };
  client.sendToQueue('example-square', Buffer.from(String(number)), options);
  return new Promise((resolve) => void waiting.set(correlationId, resolve));
}
console.log(await Promise.all([1, 2, 3, 12].map(square)));

await connection.close();
