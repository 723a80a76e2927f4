// A work queue: each job goes to one worker, and is kept until that has acknowledged it. The jobs block the event loop for longer than the
// broker waits for a heartbeat, and the connection lives.
import { connect } from '@offloop/amqp';

const connection = await connect(process.argv[2] ?? 'amqp://127.0.0.1?heartbeat=1');
const channel = await connection.createConfirmChannel();
const { queue } = await channel.assertQueue('example-jobs');
await channel.prefetch(1); // one job at a time

for (const size of [3.5, 0.1, 0.2]) {
  channel.sendToQueue(queue, Buffer.from(JSON.stringify({ size })), { persistent: true });
}
await channel.waitForConfirms(); // the broker has them

const done = [];
const work = (message) => {
  const { size } = JSON.parse(message.content.toString());
  const end = Date.now() + size * 1000;
  while (Date.now() < end); // computes
  channel.ack(message);
  done.push(message.fields.redelivered ? `${size} once more` : size);
};
const { consumerTag } = await channel.consume(queue, work);
while (done.length < 3) await new Promise((resolve) => setTimeout(resolve, 10));
console.log(`done: ${done.join(', ')}`);

await channel.cancel(consumerTag);
await channel.deleteQueue(queue);
await connection.close();
