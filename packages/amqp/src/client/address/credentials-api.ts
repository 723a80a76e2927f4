import { amqplain, external, plain, type PasswordCredentials } from './credentials.js';
import type { Credentials } from '../types/options.js';

/** Ways to say who a client is, for option `credentials`. */
export const credentials: {
  plain(username: string, password: string): PasswordCredentials;
  amqplain(username: string, password: string): PasswordCredentials;
  external(): Credentials;
} = { plain, amqplain, external };
