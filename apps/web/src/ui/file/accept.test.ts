import { describe, expect, it } from 'vitest';
import { fileProblem } from './accept.ts';

const file = (name: string, type = '', size = 10) => ({ name, type, size });

describe('fileProblem', () => {
  it('accepts everything but empty files without rules', () => {
    expect(fileProblem(file('a.bin'), {})).toBeUndefined();
    expect(fileProblem(file('a.bin', '', 0), {})).toBe('empty');
  });

  it('accepts name endings, media types and groups of media types', () => {
    const accept = ['.csv', 'application/json', 'image/*'];
    expect(fileProblem(file('LIST.CSV'), { accept })).toBeUndefined();
    expect(fileProblem(file('a', 'application/json'), { accept })).toBeUndefined();
    expect(fileProblem(file('a', 'image/png'), { accept })).toBeUndefined();
    expect(fileProblem(file('a.exe', 'application/x-msdownload'), { accept })).toBe('type');
    expect(fileProblem(file('a', 'imagery/png'), { accept })).toBe('type');
  });

  it('accepts a file of exactly the limit', () => {
    expect(fileProblem(file('a', '', 100), { maxSizeBytes: 100 })).toBeUndefined();
    expect(fileProblem(file('a', '', 101), { maxSizeBytes: 100 })).toBe('size');
  });
});
