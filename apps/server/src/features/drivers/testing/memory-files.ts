import { Readable } from 'node:stream';
import { createFiles, type Files } from '../../../platform/files/files.ts';

/** Content in memory; `kept` holds the keys, so that a test sees what is there. */
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
