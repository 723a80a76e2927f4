import * as ours from '../../../src/callback_api.js';
import { PLACE } from './place.js';

// The callback API with connections that live where `OFFLOOP_THREADED` says.

export * from '../../../src/callback_api.js';

type Callback = (...result: never[]) => void;
type Connect = (url: unknown, options: object, callback: unknown) => ours.RecoveringConnection | undefined;

export const connect = ((url: unknown, options?: ours.SocketOptions | Callback, callback?: Callback) => {
  const open = ours.connect as Connect;
  if (typeof url === 'function') return open(undefined, PLACE, url);
  if (typeof options === 'function') return open(url, PLACE, options);
  return open(url, { ...PLACE, ...options }, callback);
}) as typeof ours.connect;
