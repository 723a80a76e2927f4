// The client is made outside of the handler: once for each container, while that starts. Between two calls the container is frozen. A
// connection that was lost meanwhile is opened again for the call that needs it, within that call's timeout.
import { Client } from 'offloop';

const client = await Client.newHazelcastClient({
  network: { clusterMembers: [process.env.HAZELCAST_ADDRESS ?? '127.0.0.1:5701'] },
  connectionStrategy: {
    connectionRetry: { initialBackoffMillis: 50, maxBackoffMillis: 500, clusterConnectTimeoutMillis: 5_000 },
  },
  // There is one call at a time: a thread would cost its start and two wake-ups a call, and have nothing to do meanwhile.
  runtime: { workers: 0 },
});
const carts = await client.getMap('carts');

export async function handler(event) {
  const cart = await carts.get(event.cart, { timeout: 3_000 });
  return cart === null ? { statusCode: 404 } : { statusCode: 200, body: JSON.stringify(cart) };
}
