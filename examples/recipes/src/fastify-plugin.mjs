// fastify.register(hazelcast, config) adds a client as `fastify.hazelcast`, and /ready for readiness probes. The client is shut down with
// the server, after its last answer.
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
