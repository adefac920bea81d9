import { Readable } from 'node:stream';
import { createFiles, type Files } from '../../../platform/files/files.ts';

/** Stores content in memory; `kept` contains the keys for assertions. */
export function createMemoryFiles(kept: Set<string>): Files {
  const contents = new Map<string, Buffer>();
  return createFiles({
    store: {
      async write(key, source) {
        const chunks: Uint8Array[] = [];
        for await (const chunk of source) chunks.push(chunk);
        contents.set(key, Buffer.concat(chunks));
        kept.add(key);
      },
      async read(key) {
        const content = contents.get(key);
        return content && { stream: Readable.from([content]), sizeBytes: content.length };
      },
      async remove(key) {
        contents.delete(key);
        kept.delete(key);
      },
      removeAbandoned: async () => 0,
    },
  });
}
