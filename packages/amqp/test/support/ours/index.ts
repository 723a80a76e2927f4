import * as ours from '../../../src/index.js';
import { PLACE } from './place.js';

// The promise API with connections that live where `OFFLOOP_THREADED` says.

export * from '../../../src/index.js';

export const connect = ((url?: string, options?: ours.SocketOptions) =>
  ours.connect(url, { ...PLACE, ...options })) as typeof ours.connect;
