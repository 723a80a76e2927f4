import { BasicAgent, runAgent } from '@offloop/runtime/thread';

class UpperCaseAgent extends BasicAgent {
  begin({ slot, generation, length }, bytes, start) {
    const text = bytes.toString('utf8', start, start + length);
    const result = Buffer.from(text.toUpperCase());
    this.port.completions.text(slot, generation, result, 0, result.length);
  }
}

runAgent((settings, port) => new UpperCaseAgent(port));
