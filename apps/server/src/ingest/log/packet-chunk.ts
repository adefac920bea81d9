import { promisify } from 'node:util';
import { zstdCompress, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib';
import type { Packet } from './packet.ts';

const compressAside = promisify(zstdCompress);
const decompressAside = promisify(zstdDecompress);

/** Most chunks are small, and compressed faster than a worker thread could be asked. */
const smallBytes = 16_384;
const compress = async (text: string) => (text.length < smallBytes ? zstdCompressSync(text) : compressAside(text));
const decompress = async (chunk: Buffer) =>
  chunk.length < smallBytes ? zstdDecompressSync(chunk) : decompressAside(chunk);

/** PostgreSQL stores no NUL in text, so no content contains one. */
const separator = '\0';

interface Head {
  /** Time of the first packet, then the distance of each packet to the one before. */
  at: number[];
}

type ChunkPacket = Pick<Packet, 'receivedAt' | 'content'>;

/** A JSON header, then the unchanged contents: similar contents are adjacent, which compresses well. */
export async function packChunk(packets: readonly ChunkPacket[]): Promise<Buffer> {
  const at = packets.map(({ receivedAt }, index) => receivedAt - (packets[index - 1]?.receivedAt ?? 0));
  const head: Head = { at };
  return compress([JSON.stringify(head), ...packets.map(({ content }) => content)].join(separator));
}

/** The packets of a chunk in their order. */
export async function openChunk(chunk: Buffer): Promise<ChunkPacket[]> {
  const [first = '', ...contents] = (await decompress(chunk)).toString().split(separator);
  const head = JSON.parse(first) as Head;
  if (head.at.length !== contents.length) throw new Error('a chunk of packets is damaged');
  let receivedAt = 0;
  return contents.map((content, index) => {
    receivedAt += head.at[index] ?? 0;
    return { receivedAt, content };
  });
}
