import { Memory } from '../../wire/memory.js';
import { writeTable } from '../../wire/table-writer.js';
import type { Credentials } from '../types/options.js';

/** Bytes of a table's length, which is not sent. */
const TABLE_HEAD = 4;

/** Credentials with a user and a password. */
export interface PasswordCredentials extends Credentials {
  username: string;
  password: string;
}

/** Sends user and password in plain text. */
export function plain(username: string, password: string): PasswordCredentials {
  return {
    mechanism: 'PLAIN',
    response: () => Buffer.from(`\0${username}\0${password}`),
    username,
    password,
  };
}

/** Sends user and password in a table, in plain text, too. */
export function amqplain(username: string, password: string): PasswordCredentials {
  return {
    mechanism: 'AMQPLAIN',
    response: () => {
      const memory = new Memory();
      writeTable(memory, { LOGIN: username, PASSWORD: password });
      return memory.take().subarray(TABLE_HEAD);
    },
    username,
    password,
  };
}

/** Sends nothing: the server knows the client otherwise, such as by its certificate. */
export function external(): Credentials {
  return { mechanism: 'EXTERNAL', response: () => Buffer.alloc(0) };
}
