// Where the project lives. A placeholder until the repository has a home: only this line, and the links of the demo's page, change then.
export const HOME = 'https://git.example/offloop/offloop';

/** Whether the placeholder is gone: nothing is published before. */
export const HAS_HOME = !new URL(HOME).hostname.endsWith('.example');

/** Address of a file or folder of the repository, by its path from the root. */
export const sourceAddress = (path) => `${HOME}/blob/main/${path}`;

/** What the manifest of a published package says of its home. A registry compares it with where a release was built. */
export const homeFields = (folder) => ({
  homepage: `${HOME}#readme`,
  bugs: { url: `${HOME}/issues` },
  repository: { type: 'git', url: `git+${HOME}.git`, directory: folder },
});
