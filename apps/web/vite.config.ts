import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { dark, light } from './src/ui/theme/tokens.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const { version }: { version: string } = JSON.parse(readFileSync(at('./package.json'), 'utf8'));
const server = `http://127.0.0.1:${process.env.PORT ?? '8080'}`;

/** What every page needs, the login form included. */
const vendor = [
  'react',
  'react-dom',
  'scheduler',
  'use-sync-external-store',
  '@tanstack/(react-router|router-core|history|react-store|store|react-query|query-core)',
  'i18next',
  'react-i18next',
  '@emotion',
  'stylis',
];

/** Entries run on their own, and texts come with the language. */
const shareable = /^(?!.*(service-worker|chart-frame|src\/app\/(public-)?main|\.html|\/locales\/))/;

/** Paints the page in the right colour before any script or stylesheet has arrived. */
function firstPaint(): Plugin {
  const style = [
    `html{color-scheme:light;background:${light.background}}`,
    `html[data-theme="dark"]{color-scheme:dark;background:${dark.background}}`,
  ].join('');
  return {
    name: 'stellwerk:first-paint',
    transformIndexHtml: () => [{ tag: 'style', children: style, injectTo: 'head-prepend' }],
  };
}

/** Code says by itself, as soon as it is loaded, which texts it shows; nothing on the screen then has to wait for words. */
function textsWithCode(): Plugin {
  const shown = /\buseTranslation\((?:'([\w-]+)'|\[([^\]]*)\])/g;
  return {
    name: 'stellwerk:texts-with-code',
    enforce: 'pre',
    transform: {
      filter: { id: /\/apps\/web\/src\/.*\.tsx?$/, code: /\buseTranslation\(/ },
      handler(code) {
        const namespaces = [...code.matchAll(shown)].flatMap(
          ([, one, several]) => one ?? several?.match(/[\w-]+/g) ?? [],
        );
        if (namespaces.length === 0) return null;
        const names = [...new Set(namespaces)].map((name) => JSON.stringify(name));
        const door = JSON.stringify(at('./src/lib/i18n.ts'));
        return { code: `${code}\nimport { loadNamespaceTexts as load } from ${door};\nload(${names});\n`, map: null };
      },
    },
  };
}

const chunkLimitBytes = 500_000;

/** Larger chunks. Each is one library that its pages need as a whole, and that no other page loads. */
const largeChunks = new Set([
  // MapLibre is published as a single module.
  'MapCanvas',
  // The core of ECharts, which every chart uses.
  'echarts',
  // The view and the state of CodeMirror, which every code editor uses.
  'CodeCanvas',
]);

/** Fails the build if another chunk exceeds the limit. */
function limitChunks(): Plugin {
  return {
    name: 'stellwerk:limit-chunks',
    apply: 'build',
    writeBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || largeChunks.has(chunk.name) || chunk.code.length <= chunkLimitBytes) continue;
        this.error(`${chunk.fileName} has ${chunk.code.length} bytes: split it, or give the reason in largeChunks.`);
      }
    },
  };
}

export default defineConfig({
  root: at('.'),
  plugins: [textsWithCode(), react(), firstPaint(), limitChunks()],
  define: { __APP_VERSION__: JSON.stringify(version) },
  server: { proxy: { '/api': { target: server, ws: true } } },
  build: {
    target: 'es2023',
    // limitChunks knows the exceptions.
    chunkSizeWarningLimit: 2_000,
    modulePreload: {
      polyfill: false,
      // Hooks and queries are a few hundred bytes each and come with what imports them; their names in the list of what to
      // fetch ahead would cost every first visit more.
      resolveDependencies: (_file, dependencies, { hostType }) =>
        hostType === 'html'
          ? dependencies
          : dependencies.filter((name) => /^assets\/([A-Z]|(zod|mui|kit|icons|drag)-)|\.css$/.test(name)),
    },
    // Small files would become data: addresses, which the content security policy does not allow for fonts.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Doors of features (index.ts) then bring along only what is taken through them.
      treeshake: { moduleSideEffects: [{ test: /\/src\/features\//, sideEffects: false }] },
      input: {
        app: at('./index.html'),
        public: at('./public.html'),
        'chart-frame': at('./chart-frame.html'),
        'service-worker': at('./src/service-worker/service-worker.ts'),
      },
      output: {
        // A service worker's address must not change between releases.
        entryFileNames: ({ name }) => (name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
        // Changes rarely, so that a new release of ours leaves it in the browser's cache.
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              // Texts with elements in them are drawn on one page, and bring a parser of HTML along.
              test: new RegExp(`node_modules/(?!react-i18next/dist/es/Trans)(${vendor.join('|')})/`),
              priority: 3,
            },
            // Needed by nearly every page behind the login form; the form itself does without. Few read schemas from JSON.
            { name: 'zod', test: /node_modules\/zod\/(?!.*from-json-schema)/, priority: 3 },
            // What the first page, the login form, needs in any case comes in one piece.
            {
              name: 'start',
              test: shareable,
              tags: ['$initial'],
              priority: 2,
            },
            // Hundreds of files of a few hundred bytes each would take longer to ask for than to read.
            { name: 'icons', test: /node_modules\/lucide-react\//, minShareCount: 2, priority: 1 },
            // Changes rarely, and is needed by lists that can be sorted and by trees that can be changed.
            {
              name: 'drag',
              test: /node_modules\/(@dnd-kit|@preact\/signals-core)\/|src\/ui\/(drag\/drag|order\/use-reorder)\.ts$/,
              priority: 1,
            },
            // Queries need these functions without the library, which would take them along.
            { name: 'order', test: /src\/ui\/order\/(reorder|use-move-keys)\.ts$/, priority: 2 },
            // Changes rarely, and is needed by nearly every page behind the login form.
            { name: 'mui', test: /node_modules\/@mui\//, minShareCount: 12, priority: 1 },
            // The common part of charts in pages and in the chart frame.
            { name: 'echarts', test: /node_modules\/(echarts|zrender)\//, minShareCount: 2, priority: 1 },
            // What so many parts have in common, nearly every page needs most of.
            { name: 'kit', test: shareable, minShareCount: 12 },
          ],
        },
      },
    },
  },
});
