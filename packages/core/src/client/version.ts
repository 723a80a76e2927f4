/** This package's version, as members see it. A test holds it to package.json. */
export const CLIENT_VERSION = '0.1.0';
