import { startRealMember, type RealMember } from '@offloop/tools';
import type { Client } from 'offloop';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectOfficialAlike, connectOffloop, type Opened } from '../../src/clients/open.js';
import { SQL_CELLS } from '../../src/sql/sql-cells.js';
import { makeFewCalls } from '../support/few-calls.js';

describe('the cells of SQL, on a real member', () => {
  let member: RealMember;
  beforeAll(async () => {
    member = await startRealMember({ sql: true });
  }, 180_000);
  afterAll(() => member.kill());

  describe.each([
    ['official', connectOfficialAlike],
    ['offloop', connectOffloop],
  ] as const)('%s', (_, open) => {
    let client: Opened<Client>;
    beforeAll(async () => {
      client = await open(member.address);
    });
    afterAll(() => client.shutdown());

    test.each(SQL_CELLS.map((cell) => [cell.id, cell] as const))('%s: is answered rightly', (__, cell) =>
      expect(makeFewCalls(cell, client)).resolves.toBeUndefined(),
    );
  });
});
