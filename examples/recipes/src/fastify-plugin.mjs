// fastify.register(hazelcast, config): `fastify.hazelcast` is a client, /ready answers a readiness probe, and the client ends with
// the server, when its last answer is out.
import plugin from 'fastify-plugin';
import { Client } from 'offloop';

export const hazelcast = plugin(
  async (fastify, config) => {
    const client = await Client.newHazelcastClient({ customLogger: fastify.log, ...config });
    fastify.decorate('hazelcast', client);
    fastify.addHook('onClose', () => client.shutdown());
    fastify.get('/ready', { logLevel: 'warn' }, (request, reply) => {
      const { connected } = client.health();
      return reply.code(connected ? 200 : 503).send({ connected });
    });
  },
  { name: 'offloop', fastify: '5.x' },
);
