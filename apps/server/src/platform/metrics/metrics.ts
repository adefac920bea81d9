import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  registry: Registry;
  observeAnswer(answer: { method: string; path: string; status: number; durationMs: number }): void;
  countFastPath(use: 'accepted' | 'passed-on'): void;
  /** A sign-in to a connector with a user name that belongs to none. */
  countStranger(): void;
  /** A value that is read on each scrape of the metrics. */
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
  type Answers = ReturnType<typeof answers.labels>;
  /** Looking up labels costs more than counting, so they are cached for frequently called routes. */
  const known = new Map<string, Answers>();
  const answersOf = (method: string, path: string, status: number): Answers => {
    const name = `${method} ${path} ${status}`;
    const found = known.get(name) ?? answers.labels(method, path, String(status));
    known.set(name, found);
    return found;
  };
  const counter = (name: string, help: string) => new Counter({ name, help, registers: [registry] });
  const fastPath = {
    accepted: counter('stellwerk_http_fast_path_requests_total', 'Requests answered on the fast path'),
    'passed-on': counter('stellwerk_http_fast_path_passed_on_total', "Connections passed on to Node's HTTP"),
  };
  const strangers = counter('stellwerk_connector_strangers_total', 'Refused sign-ins that name no connector');
  return {
    registry,
    countStranger: () => strangers.inc(),
    countFastPath: (use) => fastPath[use].inc(),
    observeAnswer: ({ method, path, status, durationMs }) => answersOf(method, path, status).observe(durationMs / 1000),
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
