import { BROKER_PORT, freshName, rabbitmqctl } from '../../support/rabbitmq.js';

/** What a broker lists of a virtual host, a line for each in Erlang's notation, in the order of their texts. */
export interface Listed {
  readonly exchanges: readonly string[];
  readonly queues: readonly string[];
  readonly bindings: readonly string[];
  readonly consumers: readonly string[];
  readonly channels: readonly string[];
}

/** Functions of the broker that list what is there, with the columns that are wanted of them. `V` is the virtual host's name. */
const LISTS: Readonly<Record<keyof Listed, readonly [call: string, columns: string]>> = {
  exchanges: ['rabbit_exchange:info_all(V)', 'name, type, durable, auto_delete, internal, arguments'],
  queues: ['rabbit_amqqueue:info_all(V)', 'name, durable, auto_delete, exclusive, arguments'],
  bindings: [
    'rabbit_binding:info_all(V)',
    'source_name, destination_name, destination_kind, routing_key, arguments',
  ],
  consumers: [
    'rabbit_amqqueue:consumers_all(V)',
    'queue_name, consumer_tag, ack_required, prefetch_count, arguments',
  ],
  channels: [
    '[C || C <- rabbit_channel:info_all(), lists:member({vhost, V}, C)]',
    'confirm, prefetch_count, global_prefetch_count, consumer_count',
  ],
};
/** Milliseconds that nothing may change: what goes by itself does so a little later. */
const STILL_MILLIS = 200;

/** Erlang that prints a line for all there is in the virtual host `V`, when nothing changes any more. */
const LIST = `
  Short = fun ({resource, _, _, Name}) -> Name; (Value) -> Value end,
  Line = fun (What, Row, Columns) ->
    io_lib:format("~s ~0tp~n", [What, [Short(element(2, lists:keyfind(C, 1, Row))) || C <- Columns]])
  end,
  Look = fun () -> [Line(What, Row, Columns) || {What, Rows, Columns} <- [${lists().join(', ')}], Row <- Rows] end,
  Still = fun Still(Before) ->
    timer:sleep(${STILL_MILLIS}),
    case Look() of Before -> Before; Now -> Still(Now) end
  end,
  io:put_chars(Still(Look()))`;
const ADD = `
  rabbit_vhost:add(V, <<"guest">>),
  rabbit_auth_backend_internal:set_permissions(<<"guest">>, V, <<".*">>, <<".*">>, <<".*">>, <<"guest">>)`;
const DELETE = 'rabbit_vhost:delete(V, <<"guest">>)';

function lists(): string[] {
  return Object.entries(LISTS).map(([what, [call, columns]]) => `{${what}, ${call}, [${columns}]}`);
}

/**
 * A virtual host of a test's own: it can be emptied without harm to others. Each step is one call of `rabbitmqctl`: it starts an Erlang of its own, which is
 * most of a test's time.
 */
export class VirtualHost {
  readonly #name = freshName();

  static async create(): Promise<VirtualHost> {
    const host = new VirtualHost();
    await host.#run(ADD);
    return host;
  }

  /** @param port of 127.0.0.1. Default: the broker's own */
  url(port: number = BROKER_PORT): string {
    return `amqp://guest:guest@127.0.0.1:${port}/${this.#name}`;
  }

  /** Forgets all that was declared, durable or not. Connections that are still open are told so, and end. */
  async wipe(): Promise<void> {
    await this.#run(`${DELETE}, ${ADD}`);
  }

  async delete(): Promise<void> {
    await this.#run(DELETE);
  }

  /** Resolves to all there is when nothing changes any more. */
  async list(): Promise<Listed> {
    const lines = (await this.#run(LIST)).split('\n');
    const of = (what: string): string[] =>
      lines
        .filter((line) => line.startsWith(`${what} `))
        .map((line) => line.slice(what.length + 1))
        .toSorted();
    if (of('exchanges').length === 0)
      throw new Error(`not even the broker's own exchanges:\n${lines.join('\n')}`);
    const names = Object.keys(LISTS) as (keyof Listed)[];
    return Object.fromEntries(names.map((name) => [name, of(name)])) as unknown as Listed;
  }

  /** Has the broker run Erlang. Resolves to what that prints, and returns. */
  #run(erlang: string): Promise<string> {
    return rabbitmqctl('eval', `V = <<"${this.#name}">>, ${erlang}.`);
  }
}

/** Returns a list with other names in the places of some. */
export function renamed(listed: Listed, names: ReadonlyMap<string, string>): Listed {
  const replace = (line: string): string => {
    let result = line;
    for (const [from, to] of names) result = result.replaceAll(from, to);
    return result;
  };
  return Object.fromEntries(
    Object.entries(listed).map(([what, lines]) => [what, (lines as string[]).map(replace).toSorted()]),
  ) as unknown as Listed;
}
