// With amqp-connection-manager, which connects again, declares anew and keeps what was published meanwhile. It finds this client under the name
// `amqplib`: see docs/amqp.md.
import { connect } from 'amqp-connection-manager';

const url = process.argv[2] ?? 'amqp://127.0.0.1';
const manager = connect([url], { heartbeatIntervalInSeconds: 1 });
let connections = 0;
manager.on('connect', () => connections++);

const channel = manager.createChannel({
  json: true,
  setup: (each) => each.assertQueue('example-managed', { autoDelete: true }),
});
const heard = [];
await channel.consume('example-managed', (message) => {
  heard.push(JSON.parse(message.content.toString()).n);
  channel.ack(message);
});
await channel.sendToQueue('example-managed', { n: 1 });

const end = Date.now() + 4000;
while (Date.now() < end); // four times what the broker waits for a heartbeat

await channel.sendToQueue('example-managed', { n: 2 });
while (heard.length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
console.log(`heard ${heard.join(', ')} on ${connections} connection`);

await manager.close();
