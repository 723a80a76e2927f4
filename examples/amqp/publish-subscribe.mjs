// Publish and subscribe: an exchange copies each message to the queues whose pattern it matches. Each subscriber has a queue of its own, which
// goes with its connection.
import { connect } from '@offloop/amqp';

const connection = await connect(process.argv[2] ?? 'amqp://127.0.0.1');
const channel = await connection.createChannel();
const { exchange } = await channel.assertExchange('example-news', 'topic', { durable: false });

const heard = [];
async function subscribe(name, ...patterns) {
  const { queue } = await channel.assertQueue('', { exclusive: true });
  for (const pattern of patterns) await channel.bindQueue(queue, exchange, pattern);
  const print = ({ fields, content }) => heard.push(`${name}: ${fields.routingKey} ${content}`);
  await channel.consume(queue, print, { noAck: true });
}
await subscribe('sports', 'sports.#');
await subscribe('results', '*.result');

channel.publish(exchange, 'sports.tennis.start', Buffer.from('14:00'));
channel.publish(exchange, 'sports.result', Buffer.from('2:1'));
channel.publish(exchange, 'election.result', Buffer.from('52 %'));
while (heard.length < 4) await new Promise((resolve) => setTimeout(resolve, 10));
console.log(heard.toSorted((a, b) => a.localeCompare(b)).join('\n'));

await channel.deleteExchange(exchange);
await connection.close();
