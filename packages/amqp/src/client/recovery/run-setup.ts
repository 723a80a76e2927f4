import { asError } from './as-error.js';
import type { Recovery } from './recovery-options.js';

/** Runs `setup`, of either form: one that returns a promise, or one that takes a second argument, to be called at its end. */
export function runSetup<Model>(setup: Recovery<Model>['setup'], model: Model): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: unknown): void => {
      if (error) reject(asError(error, 'Recovery setup failed'));
      else resolve();
    };
    if (setup === undefined) return settle();
    try {
      const result: unknown = setup(model, settle);
      if (setup.length < 2)
        Promise.resolve(result).then(
          () => settle(),
          (error: unknown) => settle(error ?? new Error('Recovery setup failed')),
        );
    } catch (error) {
      settle(error ?? new Error('Recovery setup failed'));
    }
  });
}
