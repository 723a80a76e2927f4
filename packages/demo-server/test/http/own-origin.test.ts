import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, test } from 'vitest';

import { HttpError } from '../../src/http/http-error.js';
import { requireOwnOrigin } from '../../src/http/own-origin.js';
import { thrown } from '../support/thrown.js';

function from(headers: Readonly<Record<string, string>>): { headers: IncomingHttpHeaders } {
  return { headers: { host: 'localhost:8080', ...headers } };
}

describe('an order', () => {
  test('from a page of this server is taken, from browsers that say more about it too', () => {
    const origin = 'http://localhost:8080';
    for (const headers of [{ origin }, { origin, 'sec-fetch-site': 'same-origin' }]) {
      expect(() => requireOwnOrigin(from(headers))).not.toThrow();
    }
  });

  test.each([
    {},
    { origin: 'null' },
    { origin: 'http://localhost:8081' },
    { origin: 'https://localhost:8080' },
    { origin: 'http://evil.example' },
    { origin: 'http://localhost:8080', 'sec-fetch-site': 'cross-site' },
  ])('from %j is refused', (headers) => {
    expect(thrown(HttpError, () => requireOwnOrigin(from(headers))).status).toBe(403);
  });
});
