// session({ store: new HazelcastStore(await client.getMap('sessions')), … }) keeps sessions as JSON in a map, under their ids. A session
// expires with its cookie or, if the cookie lasts as long as the browser does, after `ttlMillis` without a visit.
import { callbackify } from 'node:util';
import session from 'express-session';

const DAY_MILLIS = 86_400_000;

export class HazelcastStore extends session.Store {
  #map;
  #ttlMillis;

  constructor(map, { ttlMillis = DAY_MILLIS } = {}) {
    super();
    this.#map = map;
    this.#ttlMillis = ttlMillis;
  }

  get = callbackify((id) => this.#map.get(id));

  set(id, data, callback) {
    answer(this.#map.set(id, data, this.#ttlOf(data)), callback);
  }

  /** Prolongs a session after a visit that has not changed it. */
  touch(id, data, callback) {
    answer(this.#map.setTtl(id, this.#ttlOf(data)), callback);
  }

  destroy(id, callback) {
    answer(this.#map.delete(id), callback);
  }

  clear(callback) {
    answer(this.#map.clear(), callback);
  }

  length(callback) {
    answer(this.#map.size(), callback);
  }

  all(callback) {
    answer(
      this.#map.values().then((sessions) => sessions.toArray()),
      callback,
    );
  }

  // Members count in seconds, and 0 would mean for ever.
  #ttlOf({ cookie }) {
    return Math.max(1000, cookie?.maxAge ?? this.#ttlMillis);
  }
}

function answer(promise, callback = () => undefined) {
  callbackify(() => promise)(callback);
}
