import { ConnectorProblem, defineCommandServer } from '@stellwerk/plugin/command-server';
import { fillJson, fillLine, fillText, fillUrl, type Lookup } from '@stellwerk/plugin/placeholder';
import { manifest } from './manifest.ts';

const fillers: Record<string, (body: string, lookup: Lookup) => string> = {
  json: fillJson,
  text: fillText,
  form: fillUrl,
};

export const server = defineCommandServer(manifest, () => ({
  fill: (options, lookup) => ({
    ...options,
    path: fillUrl(options.path, lookup),
    headers: options.headers.map((line) => fillLine(line, lookup)),
    body: (fillers[options.contentType] ?? fillText)(options.body, lookup),
  }),

  targetOf: ({ method, path }) => `${method} ${path.split('?')[0] || '/'}`,

  run({ connector }, { method, path, contentType, headers, body }) {
    if (!connector) throw new ConnectorProblem('BRIDGE_NOT_FOUND');
    return connector.send({ method, path, contentType, headers, body });
  },
}));
