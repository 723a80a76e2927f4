// The documentation as a site: the repository's own Markdown, and the reference that typedoc makes of the docstrings.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { defineConfig } from 'vitepress';

import { sourceAddress } from '../../scripts/publication/home.mjs';
import { navigation, sidebar } from '../navigation.mjs';

const VUE = dirname(fileURLToPath(import.meta.resolve('vue/package.json')));
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Where a page of the repository stands on the site. */
const REWRITES = {
  'README.md': 'index.md',
  'site/reference/README.md': 'reference/index.md',
  'site/reference/:path(.*)': 'reference/:path',
  ':folder(.*)/README.md': ':folder/index.md',
};

/** Kept in the repository alone: they are made by the bench, for who wants to check a figure. */
const RESULTS = 'bench/results/';

/** Links of a page to what is no page here (a source, a folder, a table of results) lead to the repository. */
function linkSources(markdown) {
  markdown.core.ruler.push('sources', ({ tokens, env }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      if (token.type === 'link_open')
        token.attrSet('href', siteLink(env.relativePath, token.attrGet('href')));
    }
  });
}

function siteLink(page, target) {
  if (/^(?:[a-z]+:|#|\/)/.test(target)) return target;
  const [name, heading] = target.split('#');
  const folder = dirname(page.replace(/^reference\//, 'site/reference/'));
  const path = join(folder, name);
  if (path.endsWith('.md') && !path.startsWith(RESULTS)) return target;
  if (existsSync(join(ROOT, path, 'README.md'))) return `/${path}/`;
  return sourceAddress(path) + (heading === undefined ? '' : `#${heading}`);
}

export default defineConfig({
  title: 'offloop',
  description: 'A Hazelcast client for Node.js that stays off the event loop',
  lang: 'en',
  srcDir: ROOT,
  srcExclude: ['**/node_modules/**', '**/dist/**', `${RESULTS}**`, 'bench/.out/**', '.github/**'],
  rewrites: REWRITES,
  cleanUrls: true,
  lastUpdated: false,
  markdown: { config: linkSources },
  // The pages lie outside of this folder, where the libraries are.
  vite: {
    resolve: {
      alias: [
        { find: /^vue$/, replacement: join(VUE, 'dist/vue.runtime.esm-bundler.js') },
        { find: /^vue\/server-renderer$/, replacement: join(VUE, 'server-renderer/index.mjs') },
      ],
    },
  },
  themeConfig: {
    nav: navigation,
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
  },
});
