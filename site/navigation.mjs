// What the site's reader finds where: pages by what they want to do.
const page = (text, link) => ({ text, link });

export const navigation = [
  page('Docs', '/'),
  page('Reference', '/reference/'),
  page('Benchmarks', '/docs/benchmarks'),
  page('Changes', '/CHANGELOG'),
];

const guide = [
  {
    text: 'Begin',
    items: [
      page('What it is', '/'),
      page('Coming from hazelcast-client', '/docs/deviations'),
      page('Recipes', '/examples/recipes/'),
    ],
  },
];

export const sidebar = { '/': guide };
