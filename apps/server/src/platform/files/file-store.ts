import type { Readable } from 'node:stream';

export interface OpenedFile {
  /** Must be read to its end or destroyed, because it holds a file open. */
  stream: Readable;
  sizeBytes: number;
}

/** Stores the bytes of files. The disk is the default; object storage can replace it. */
export interface FileStore {
  /** Stores the whole source durably, or nothing at all if the source or the store fails. */
  write(key: string, source: AsyncIterable<Uint8Array>): Promise<void>;
  read(key: string): Promise<OpenedFile | undefined>;
  /** Removing a key that does not exist is not an error. */
  remove(key: string): Promise<void>;
  /** Deletes files that a killed process left half-written before that time; returns their number. */
  removeAbandoned(before: Date): Promise<number>;
}

/** Keys are 128 random bits and never contain user input. */
export const isFileKey = (key: string) => /^[0-9a-f]{32}$/.test(key);
