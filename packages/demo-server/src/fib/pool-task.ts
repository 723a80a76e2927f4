// What a thread of the pool does with a Fibonacci number.
import { fib } from './fib.js';

export default function fibTask(n: number): number {
  return fib(n);
}
