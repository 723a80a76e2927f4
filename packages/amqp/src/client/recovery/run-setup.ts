import { asError } from './as-error.js';
import type { Recovery } from './recovery-options.js';

/** Runs `setup`, of either form: one that returns a promise, or one that takes a second argument, to be called at its end. */
export function runSetup<Model>(setup: Recovery<Model>['setup'], model: Model): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (error?: unknown): void => {
      if (error) reject(asError(error, 'Recovery setup failed'));
      else resolve();
    };
    if (setup === undefined) return done();
    try {
      const result: unknown = setup(model, done);
      if (setup.length < 2)
        Promise.resolve(result).then(
          () => done(),
          (error: unknown) => done(error ?? new Error('Recovery setup failed')),
        );
    } catch (error) {
      done(error ?? new Error('Recovery setup failed'));
    }
  });
}
