// The package `long` has one file for `import` and another for `require`, each with a class of its own. The client's Longs are of the
// latter, as its classes are: so `instanceof` of the former asks what `Long.isLong` asks.
import Long from 'long';

const byPrototype = Function.prototype[Symbol.hasInstance];
Reflect.defineProperty(Long, Symbol.hasInstance, {
  configurable: true,
  value(value) {
    // A class that extends Long inherits this.
    return this === Long ? Long.isLong(value) : byPrototype.call(this, value);
  },
});
