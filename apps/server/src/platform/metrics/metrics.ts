import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  registry: Registry;
  observeAnswer(answer: { method: string; path: string; status: number; durationMs: number }): void;
  /** A value that is read when the metrics are asked for. */
  gauge(name: string, help: string, read: () => number): void;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'stellwerk_' });
  const answers = new Histogram({
    name: 'stellwerk_http_answer_seconds',
    help: 'Time to answer by method, route and status',
    labelNames: ['method', 'path', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  });
  return {
    registry,
    observeAnswer: ({ method, path, status, durationMs }) =>
      answers.labels(method, path, String(status)).observe(durationMs / 1000),
    gauge(name, help, read) {
      new Gauge({
        name,
        help,
        registers: [registry],
        collect() {
          this.set(read());
        },
      });
    },
  };
}
