import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Block, type Blocks, sliceBlock } from './block.ts';

export interface Counted {
  rows: number;
  isCut: boolean;
}

interface BoundOptions {
  /** 0 for no limit. */
  rowLimit: number;
  counted: Counted;
  /** Throws if the export must end. */
  check(): void;
}

/** Ends the rows at the limit, counts them, and lets requests of the same process run between two blocks. */
export async function* bounded(blocks: Blocks, { rowLimit, counted, check }: BoundOptions): AsyncGenerator<Block> {
  const limit = rowLimit || Number.POSITIVE_INFINITY;
  for await (const block of blocks) {
    check();
    const left = limit - counted.rows;
    if (block.at.length > left) {
      counted.isCut = true;
      counted.rows += left;
      if (left > 0) yield sliceBlock(block, left);
      return;
    }
    counted.rows += block.at.length;
    yield block;
    await nextTurn();
  }
}
