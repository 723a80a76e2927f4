// Publishing without losses: on a confirm channel the broker says of each message that it has it, and `mandatory` brings back what no queue
// takes. What was refused or lost is published again.
import { connect } from '@offloop/amqp';

const connection = await connect(process.argv[2] ?? 'amqp://127.0.0.1');
const channel = await connection.createConfirmChannel();
const { queue } = await channel.assertQueue('example-orders', { maxLength: 900, overflow: 'reject-publish' });

const counts = { confirmed: 0, refused: 0, returned: 0 };
channel.on('return', () => counts.returned++);

/** Resolves when the broker has the message; rejects if it refuses it, or the connection is lost. */
function publish(key, order) {
  return new Promise((resolve, reject) => {
    const done = (error) => (error === null ? resolve() : reject(error));
    const content = Buffer.from(JSON.stringify(order));
    const goesOn = channel.publish('', key, content, { persistent: true, mandatory: true }, done);
    if (!goesOn) console.log('wait for `drain` before you publish more');
  });
}
const orders = Array.from({ length: 1000 }, (_, id) => publish(queue, { id }));
for (const order of orders) {
  await order.then(
    () => counts.confirmed++,
    () => counts.refused++, // the queue is full
  );
}
await publish('example-nobody', { id: 0 }); // confirmed, but returned: no queue takes it
console.log(counts.confirmed >= 900, counts.confirmed + counts.refused, counts.returned);

await channel.deleteQueue(queue);
await connection.close();
