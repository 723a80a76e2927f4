// Loaded before the program: `node --import ./setup.mjs checkout.mjs`
import { context, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { traceOffloop } from './offloop-spans.mjs';

/** Prints each span as a line of JSON. An exporter of yours sends them to a collector. */
const exporter = {
  export(spans, done) {
    for (const span of spans) {
      const { name, attributes, status } = span;
      const { traceId, spanId } = span.spanContext();
      const parent = span.parentSpanContext?.spanId;
      const events = span.events.map((event) => ({ name: event.name, ...event.attributes }));
      console.log(JSON.stringify({ name, traceId, spanId, parent, attributes, status, events }));
    }
    done({ code: 0 });
  },
  shutdown: async () => {},
};

context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
trace.setGlobalTracerProvider(
  new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
);
traceOffloop();
