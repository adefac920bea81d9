/** The directions of the architecture: roles → features → platform; the contract knows nobody. */
const server = '^apps/server/src';
const notTest = '\\.test\\.tsx?$';
/** Fixtures may build on those of other features, as tests do. */
const fixture = '/testing/[^/]+\\.fixture\\.ts$';
/** The peers of a kind of connector, for tests alone. */
const conformance = '^plugins/connectors/[^/]+/conformance\\.ts$';

module.exports = {
  forbidden: [
    {
      name: 'contract-imports-zod-alone',
      severity: 'error',
      from: { path: '^packages/contract/src', pathNot: notTest },
      to: { pathNot: ['^packages/contract/src', '^node_modules/zod/'] },
    },
    {
      name: 'platform-knows-no-feature',
      severity: 'error',
      from: { path: `${server}/platform`, pathNot: notTest },
      to: { path: `${server}/(features|ingest|roles|cli)/` },
    },
    {
      name: 'ingest-declares-ports',
      severity: 'error',
      from: { path: `${server}/ingest`, pathNot: notTest },
      to: { path: `${server}/(features|roles|cli)/` },
    },
    {
      name: 'newest-values-enter-by-the-door',
      severity: 'error',
      from: { pathNot: [`${server}/ingest/newest/`] },
      to: { path: `${server}/ingest/newest/`, pathNot: ['/newest/index\\.ts$', '/newest/testing/'] },
    },
    {
      name: 'features-know-no-role',
      severity: 'error',
      from: { path: `${server}/features`, pathNot: notTest },
      to: { path: `${server}/(roles|cli)/` },
    },
    {
      name: 'features-enter-by-the-door',
      severity: 'error',
      from: { path: `${server}/features/([^/]+)/`, pathNot: [notTest, fixture] },
      to: { path: `${server}/features/([^/]+)/`, pathNot: [`${server}/features/$1/`, '/index\\.ts$'] },
    },
    {
      name: 'routes-touch-no-sql',
      severity: 'error',
      from: { path: '\\.routes\\.ts$' },
      to: { path: ['\\.(store|table)\\.ts$', '^node_modules/(drizzle-orm|pg)/'] },
    },
    {
      name: 'the-server-never-loads-the-web',
      severity: 'error',
      from: { path: '^apps/server' },
      to: { path: '^apps/web' },
    },
    {
      name: 'the-web-never-loads-the-server',
      severity: 'error',
      from: { path: '^apps/web' },
      to: { path: '^apps/server' },
    },
    {
      name: 'the-kit-knows-no-noun',
      severity: 'error',
      from: { path: '^apps/web/src/(ui|lib)/', pathNot: notTest },
      to: { path: '^apps/web/src/(features|app)/' },
    },
    {
      name: 'the-web-calculates-time-zones-in-one-module',
      severity: 'error',
      from: { path: '^apps/web/src/', pathNot: '^apps/web/src/ui/time/zone-time\\.ts$' },
      to: { path: '(^packages/contract/src/core/zone-time|node_modules/temporal-polyfill)' },
    },
    {
      name: 'web-features-enter-by-the-door',
      severity: 'error',
      from: { path: '^apps/web/src/features/([^/]+)/' },
      to: {
        path: '^apps/web/src/features/([^/]+)/',
        pathNot: ['^apps/web/src/features/$1/', '/index\\.ts$'],
      },
    },
    {
      name: 'plug-ins-know-no-app',
      comment:
        'They see the platform through the context that is handed to them; their peers in tests use its test tools.',
      severity: 'error',
      from: { path: '^(plugins|packages/plugin)/', pathNot: [notTest, conformance] },
      to: { path: '^apps/' },
    },
    {
      name: 'connectors-open-no-sockets',
      comment: 'The host opens the listeners that a manifest declares; the context connects through the egress guard.',
      severity: 'error',
      // Senders of the simulator talk to this program alone.
      from: { path: '^plugins/connectors/', pathNot: [notTest, conformance, '/sender\\.ts$'] },
      to: { path: '^(node:)?(http|https|net|tls|dgram|http2)$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'web-halves-stay-in-the-browser',
      severity: 'error',
      from: { path: '^plugins/.*/web\\.tsx$' },
      to: {
        path: ['^plugins/.*/server\\.ts$', '^packages/plugin/src/connector-server\\.ts$'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'the-apps-find-plug-ins-by-their-folder',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: notTest },
      to: { path: '^plugins/' },
    },
    {
      name: 'one-way-out',
      comment: 'Outgoing connections pass the egress guard.',
      severity: 'error',
      from: { path: server, pathNot: [`${server}/platform/(egress|instance|listeners|postgres)/`, notTest] },
      to: {
        path: ['^(node:)?(http|https|net|tls|dgram|http2)$', '^node_modules/undici/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'no-sandbox-but-ours',
      severity: 'error',
      from: {},
      to: { path: ['^(node:)?vm$', '^node_modules/vm2/'] },
    },
    {
      name: 'no-circles',
      severity: 'error',
      from: { pathNot: notTest },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['(^|/)(dist|shots)/', '\\.d\\.ts$'] },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.json'],
      conditionNames: ['import', 'node', 'default'],
      exportsFields: ['exports'],
    },
  },
};
