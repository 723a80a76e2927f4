import { channel, tracingChannel } from 'node:diagnostics_channel';
import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

/**
 * Makes a span for each call of every offloop client in this process: a child of the span that is active where the call is made. A call
 * without an active span gets none: each call of a client's own reading loops would be a trace of its own.
 *
 * @returns a function that ends the tracing
 */
export function traceOffloop(tracer = trace.getTracer('offloop')) {
  const spans = new WeakMap();
  const calls = tracingChannel('offloop:call');
  const retries = channel('offloop:call:retry');

  const subscribers = {
    start(call) {
      if (trace.getSpan(context.active()) === undefined) return;
      const span = tracer.startSpan(`${call.structure}.${call.operation} ${call.name}`.trim(), {
        kind: SpanKind.CLIENT,
        attributes: {
          'db.system.name': 'hazelcast',
          'db.operation.name': `${call.structure}.${call.operation}`,
          'db.collection.name': call.name,
        },
      });
      spans.set(call, span);
    },
    end() {},
    asyncStart() {},
    error(call) {
      const span = spans.get(call);
      span?.setAttribute('error.type', call.error?.code ?? call.error?.name ?? '_OTHER');
      span?.setStatus({ code: SpanStatusCode.ERROR, message: call.error?.message });
    },
    asyncEnd(call) {
      const span = spans.get(call);
      if (span === undefined) return;
      span.setAttribute('hazelcast.request.size', call.requestBytes);
      span.setAttribute('hazelcast.response.size', call.responseBytes);
      if (call.partition !== undefined) span.setAttribute('hazelcast.partition', call.partition);
      if (call.member !== undefined) span.setAttribute('hazelcast.member', call.member);
      const [, host, port] = /^(.*):(\d+)$/.exec(call.address ?? '') ?? [];
      if (host !== undefined) span.setAttributes({ 'server.address': host, 'server.port': Number(port) });
      span.end();
    },
  };
  const onRetry = ({ call, attempt, reason }) =>
    spans.get(call)?.addEvent('retry', { 'hazelcast.attempt': attempt, 'hazelcast.reason': reason });

  calls.subscribe(subscribers);
  retries.subscribe(onRetry);
  return () => {
    calls.unsubscribe(subscribers);
    retries.unsubscribe(onRetry);
  };
}
