// Where the project lives. A placeholder until the repository has a home: only this line changes then.
export const HOME = 'https://offloop.example';

/** Address of a file or folder of the repository, by its path from the root. */
export const sourceAddress = (path) => `${HOME}/source/${path}`;
