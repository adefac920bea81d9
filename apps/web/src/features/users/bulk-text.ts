import { bulkColumns } from '@stellwerk/contract/user-bulk';

/** Lists may come without a line that names their columns. */
export function hasHeader(csv: string): boolean {
  const [first = ''] = csv.split(/[\r\n]/, 1);
  return /e-?mail/i.test(first) && !first.includes('@');
}

/** A file that can be filled in: the columns, and two lines of how they are meant. */
export const sampleText = [
  bulkColumns.join(','),
  'Ada,Lovelace,ada@example.com,,,,',
  'Grace,Hopper,grace@example.com,ghopper,,"{""department"":""Sales""}",false',
  '',
].join('\r\n');
