// Frame links whose thread dies when a link moves into it: `before` it takes the socket, or `after`.
import { FrameAgent } from './frame-agent.mjs';

const GO_ON = 32;

export class DyingAgent extends FrameAgent {
  #dies;

  constructor(port, side, dies) {
    super(port, side);
    this.#dies = dies;
  }

  begin(call, bytes, start) {
    if (call.flags === GO_ON && this.#dies === 'before') process.exit();
    super.begin(call, bytes, start);
  }

  goOn(state, link) {
    super.goOn(state, link);
    if (this.#dies === 'after') process.exit();
  }
}
