// Where the project lives. A placeholder until the repository has a home: only this line, and the links of the demo's page, change then.
export const HOME = 'https://offloop.example';

/** Address of a file or folder of the repository, by its path from the root. */
export const sourceAddress = (path) => `${HOME}/source/${path}`;
