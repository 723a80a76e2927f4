import { Agent, get, type ClientRequest } from 'node:http';

const REQUEST_TIMEOUT = 10_000;

/** Keep-alive connections to a server on this machine. */
export class HttpClient {
  /** Connections at most. */
  readonly sockets: number;
  readonly #port: number;
  readonly #agent: Agent;
  readonly #pending = new Set<ClientRequest>();

  constructor(port: number, sockets: number) {
    this.#port = port;
    this.sockets = sockets;
    this.#agent = new Agent({ keepAlive: true, maxSockets: sockets });
  }

  /** Resolves with the body of an answer with status 200; rejects for any other, and after 10 s. */
  get(path: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const to = { host: '127.0.0.1', port: this.#port, path, agent: this.#agent, timeout: REQUEST_TIMEOUT };
      const request = get(to, (response) => {
        const { statusCode } = response;
        let body = '';
        // By events, as a load must cost little: `stream/consumers` takes twice the CPU of a short answer.
        response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
        response.on('error', reject).on('end', () => {
          if (statusCode === 200) resolve(body);
          else reject(new Error(`status ${statusCode}: ${body}`));
        });
      });
      this.#pending.add(request);
      request.on('error', reject).once('close', () => this.#pending.delete(request));
      request.once('timeout', () => request.destroy(new Error(`no answer within ${REQUEST_TIMEOUT} ms`)));
    });
  }

  /** Ends the requests under way. */
  abort(reason: string): void {
    for (const request of this.#pending) request.destroy(new Error(reason));
  }

  close(): void {
    this.#agent.destroy();
  }
}
