import type { Attributes, Span, Tracer } from '../callContext.ts';

/** What traces say about the process, and the share of calls that are traced unless the caller has decided: 0 to 1. */
export type TraceSettings = { tenant: string; version: string; share: number };

/** How long a stopping process waits for the collector, in milliseconds. */
const stopTimeout = 3_000;

/**
 * Creates the tracer. The OpenTelemetry SDK is loaded only here, because it would delay every start. It reads the
 * standard variables OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_EXPORTER_OTLP_HEADERS for the collector.
 */
export async function createTracer({ tenant, version, share }: TraceSettings): Promise<Tracer> {
  const [api, { BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider }, ...others] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/core'),
    ]);
  const { defaultTextMapGetter, defaultTextMapSetter, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = api;
  const [{ OTLPTraceExporter }, { resourceFromAttributes }, core] = others;
  const propagator = new core.W3CTraceContextPropagator();
  const provider = new TracerProvider({
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    resource: resourceFromAttributes({
      'service.name': process.env['OTEL_SERVICE_NAME'] ?? 'signboard',
      'service.version': version,
      'signboard.tenant': tenant,
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  const tracer = provider.getTracer('signboard', version);

  const wrap = (span: ReturnType<typeof tracer.startSpan>): Span => {
    const context = trace.setSpan(ROOT_CONTEXT, span);
    const carrier: Record<string, string> = {};
    propagator.inject(context, carrier, defaultTextMapSetter);
    const fail = (failed: typeof span, error: unknown) => {
      if (error === undefined) return;
      // Messages may have personal data.
      failed.setStatus({ code: SpanStatusCode.ERROR });
      failed.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
    };
    return {
      traceId: span.spanContext().traceId,
      traceparent: carrier['traceparent'] ?? '',
      addPart: (name, milliseconds, attributes, error) => {
        const now = Date.now();
        const part = tracer.startSpan(
          name,
          { kind: SpanKind.CLIENT, startTime: now - milliseconds, attributes },
          context,
        );
        fail(part, error);
        part.end(now);
      },
      end: (attributes: Attributes, error) => {
        span.setAttributes(attributes);
        fail(span, error);
        span.end();
      },
    };
  };

  return {
    start: (name, kind, attributes, traceparent) => {
      const parent =
        traceparent === undefined
          ? ROOT_CONTEXT
          : propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter);
      return wrap(
        tracer.startSpan(name, { kind: kind === 'call' ? SpanKind.SERVER : SpanKind.INTERNAL, attributes }, parent),
      );
    },
    stop: async () => {
      const late = new Promise<void>((done) => setTimeout(done, stopTimeout).unref());
      // A collector that does not answer must not keep the process.
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
    },
  };
}
