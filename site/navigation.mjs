// What the site's reader finds where: pages by what they want to do.
const page = (text, link) => ({ text, link });
const structure = (text, name) => page(text, `/docs/structures/${name}`);

export const navigation = [
  page('Docs', '/docs/getting-started'),
  page('Reference', '/reference/'),
  page('Benchmarks', '/docs/benchmarks'),
  page('Changes', '/CHANGELOG'),
];

export const sidebar = [
  {
    text: 'Begin',
    items: [
      page('What it is', '/'),
      page('Getting started', '/docs/getting-started'),
      page('What differs from hazelcast-client', '/docs/deviations'),
      page('Recipes', '/examples/recipes/'),
      page('Patterns', '/docs/patterns'),
      page('Modules and bundlers', '/docs/bundlers'),
      page('RabbitMQ', '/docs/amqp'),
    ],
  },
  {
    text: 'Structures',
    items: [
      structure('Map', 'map'),
      page('Queries', '/docs/queries'),
      structure('Near cache', 'near-cache'),
      page('SQL', '/docs/sql'),
      page('Transforms', '/docs/transforms'),
      structure('Queue', 'queue'),
      structure('List', 'list'),
      structure('Set', 'set'),
      structure('Multimap', 'multi-map'),
      structure('Replicated map', 'replicated-map'),
      structure('Ring buffer', 'ringbuffer'),
      structure('Topic', 'topic'),
      structure('Reliable topic', 'reliable-topic'),
      structure('Transactions', 'transactions'),
      structure('PN counter', 'pn-counter'),
      structure('Flake ids', 'flake-id-generator'),
      structure('Cardinality estimator', 'cardinality-estimator'),
      structure('Executor service', 'executor-service'),
      structure('Durable executor', 'durable-executor-service'),
      structure('Scheduled executor', 'scheduled-executor-service'),
      structure('CP subsystem', 'cp'),
    ],
  },
  {
    text: 'Run it',
    items: [
      page('Configuration', '/docs/configuration'),
      page('Values and their bytes', '/docs/serialization'),
      page('Sizing', '/docs/sizing'),
      page('Errors', '/docs/errors'),
      page('Lifecycle', '/docs/lifecycle'),
      page('Reliability', '/docs/reliability'),
      page('When it hangs', '/docs/diagnose'),
      page('Observability', '/docs/observability'),
      page('Other tools in the process', '/docs/threads'),
      page('Security', '/SECURITY'),
    ],
  },
  {
    text: 'Look inside',
    items: [
      page('Architecture', '/docs/architecture'),
      page('Decisions', '/docs/decisions/'),
      page('Memory layout', '/docs/memory-layout'),
      page('How it is tested', '/docs/testing'),
      page('Simulation', '/docs/simulation'),
      page('Build a client', '/docs/build-a-client'),
      page('Contributing', '/CONTRIBUTING'),
    ],
  },
];
