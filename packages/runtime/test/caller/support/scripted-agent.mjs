// An agent that does what each call says, as JSON: one of the properties below. Calls are counted in counter 0, cancels in 1.
import { spawnSync } from 'node:child_process';

import { BasicAgent, CompletionKind } from '@offloop/runtime/thread';

class ScriptedAgent extends BasicAgent {
  #settings;
  /** Calls that wait for the control message `release`. */
  #held = [];
  #seen = [];

  constructor(settings, port) {
    super(port);
    this.#settings = settings;
  }

  get inFlight() {
    return this.#held.length;
  }

  begin({ slot, generation, flags, target, timeoutMillis, length }, bytes, start) {
    const { completions, counters } = this.port;
    counters.protocol.count(0);
    const script = JSON.parse(bytes.toString('utf8', start, start + length));
    if (script.id !== undefined) this.#seen.push(script.id);
    const [action, value] = Object.entries(script)[0];
    switch (action) {
      case 'echo':
        this.#text(slot, generation, value);
        break;
      case 'bytes':
        completions.body(CompletionKind.BYTES, slot, generation, Buffer.alloc(value, 7), 0, value);
        break;
      case 'twoBuffers':
        completions.handOverWhole(32, slot, generation, [new ArrayBuffer(value), new ArrayBuffer(value)]);
        break;
      case 'number':
        completions.number(slot, generation, value);
        break;
      case 'int32':
        completions.scalar(CompletionKind.INT32, slot, generation, value, 0);
        break;
      case 'bigint':
        completions.bigint(slot, generation, BigInt(value));
        break;
      case 'texts':
        this.#list(CompletionKind.TEXT_LIST, slot, generation, value);
        break;
      case 'buffers':
        this.#list(CompletionKind.BYTES_LIST, slot, generation, value);
        break;
      case 'bare':
        completions.empty(value, slot, generation);
        break;
      case 'fail':
        completions.error(slot, generation, { code: 'ILLEGAL_STATE', message: value });
        break;
      case 'throw':
        throw new Error(value);
      case 'throwAfter':
        this.#text(slot, generation, value);
        throw new Error(value);
      case 'hold':
        this.#held.push({ slot, generation });
        break;
      case 'call':
        completions.error(slot, generation, {
          code: 'ILLEGAL_STATE',
          message: `${flags} ${target} ${timeoutMillis}`,
        });
        break;
      case 'seen':
        this.#text(slot, generation, JSON.stringify(this.#seen));
        break;
      case 'setting':
        this.#text(slot, generation, JSON.stringify(this.#settings.setting));
        break;
      case 'tellThenEcho':
        this.port.sendControl({ said: value });
        this.#text(slot, generation, value);
        break;
      case 'event': {
        const text = Buffer.from(value);
        completions.event(77, text, 0, text.length);
        completions.empty(CompletionKind.VOID, slot, generation);
        break;
      }
      case 'block':
        // Until the thread is terminated, or a test opens the gate.
        Atomics.store(this.#settings.gate, 0, 1);
        Atomics.notify(this.#settings.gate, 0);
        Atomics.wait(this.#settings.gate, 1, 0);
        completions.empty(CompletionKind.VOID, slot, generation);
        break;
      case 'native':
        // In native code, while the file is there that it makes.
        spawnSync('sh', ['-c', `touch ${value}; while [ -e ${value} ]; do sleep 0.05; done`]);
        break;
      case 'die':
        setImmediate(() => {
          throw new Error(value);
        });
        break;
      case 'leave':
        this.port.ended();
        break;
      default:
        throw new Error(`unknown script ${JSON.stringify(script)}`);
    }
  }

  cancel(slot, generation) {
    this.port.counters.protocol.count(1);
    const index = this.#held.findIndex((held) => held.slot === slot && held.generation === generation);
    if (index < 0) return;
    this.#held.splice(index, 1);
    this.port.completions.empty(CompletionKind.VOID, slot, generation);
  }

  onControl(message) {
    if (message.release === true) {
      for (const { slot, generation } of this.#held.splice(0)) this.#text(slot, generation, 'released');
    } else if (message.note !== undefined) this.#seen.push(message.note);
    else throw new Error(`unknown control message ${JSON.stringify(message)}`);
  }

  onTrouble({ message }) {
    this.port.sendControl({ trouble: message });
  }

  onPort(port) {
    port.once('message', (text) => port.postMessage(`${text}, and back`));
  }

  /** The elements lie behind each other, with a byte before the first that the offsets do not count. */
  #list(kind, slot, generation, elements) {
    const bytes = Buffer.from(`?${elements.join('')}`);
    let at = 0;
    const ranges = elements.flatMap((each) => {
      if (each === null) return [at, -1];
      const start = at;
      at += Buffer.byteLength(each);
      return [start, at];
    });
    this.port.completions.list(kind, slot, generation, bytes, 1, ranges);
  }

  #text(slot, generation, value) {
    const text = Buffer.from(value);
    this.port.completions.text(slot, generation, text, 0, text.length);
  }
}

export function createScripted(settings, port) {
  if (settings.refuses) throw new Error('this agent cannot be made');
  return new ScriptedAgent(settings, port);
}
