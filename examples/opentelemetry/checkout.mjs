// A shop's checkout: two requests at once, each with a span of its own, and the calls of each below it.
import { trace, SpanStatusCode } from '@opentelemetry/api';
import { Client } from 'offloop';

const client = await Client.newHazelcastClient({
  network: { clusterMembers: [process.argv[2] ?? '127.0.0.1:5701'] },
  properties: { 'hazelcast.logging.level': 'WARN' },
});
const prices = await client.getMap('prices');
const orders = await client.getQueue('orders');
await prices.putAll([
  ['tea', 3],
  ['cake', 4],
]);

const tracer = trace.getTracer('shop');

/** Makes calls one after another, at the same time, and after a timer: all have their spans below this request's. */
async function checkout(customer, items) {
  return tracer.startActiveSpan(`checkout ${customer}`, async (span) => {
    const found = await Promise.all(items.map((item) => prices.get(item)));
    await new Promise((resolve) => setTimeout(resolve, 1));
    await orders.add({ customer, total: found.reduce((sum, price) => sum + price, 0) });
    span.end();
  });
}

await Promise.all([checkout('Ada', ['tea', 'cake']), checkout('Bob', ['cake'])]);

await tracer.startActiveSpan('a call that is given up', async (span) => {
  try {
    await prices.get('tea', { signal: AbortSignal.abort() });
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: error.message });
  }
  span.end();
});

await client.shutdown();
