/** This package's version, which members see. A test compares it with package.json. */
export const CLIENT_VERSION = '0.1.0';
