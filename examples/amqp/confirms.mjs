// Publishing without losses: on a confirm channel the broker says of each message that it has it, and `mandatory` brings back what no queue
// takes. What was refused or lost is published again.
import { connect } from '@offloop/amqp';

const connection = await connect(process.argv[2] ?? 'amqp://127.0.0.1');
const channel = await connection.createConfirmChannel();
const { queue } = await channel.assertQueue('example-orders', { maxLength: 900, overflow: 'reject-publish' });

let returned = 0;
channel.on('return', () => returned++);

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
const results = await Promise.allSettled(orders);
const confirmed = results.filter(({ status }) => status === 'fulfilled').length; // others: the queue is full
await publish('example-nobody', { id: 0 }); // confirmed, but returned: no queue takes it
console.log(`at least 900 of 1000 are confirmed: ${confirmed >= 900}; returned: ${returned}`);

await channel.deleteQueue(queue);
await connection.close();
