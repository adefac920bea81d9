import type { Readable } from 'node:stream';

export interface OpenedFile {
  /** To be read to its end or destroyed: it holds a file open. */
  stream: Readable;
  sizeBytes: number;
}

/** Where the bytes lie. The disk is the default, object storage can take its place. */
export interface FileStore {
  /** Stores all that the source yields, durably, or nothing at all when the source or the store fails. */
  write(key: string, source: AsyncIterable<Uint8Array>): Promise<void>;
  read(key: string): Promise<OpenedFile | undefined>;
  /** A key that does not exist is no error. */
  remove(key: string): Promise<void>;
  /** Clears what a killed process left half-written before that time; returns how many. */
  removeAbandoned(before: Date): Promise<number>;
}

/** Keys are 128 random bits and never hold anything that a user typed. */
export const isFileKey = (key: string) => /^[0-9a-f]{32}$/.test(key);
