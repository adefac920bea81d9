import { bulkColumns } from '@stellwerk/contract/user-bulk';

/** Lists may have no header line. */
export function hasHeader(csv: string): boolean {
  const [first = ''] = csv.split(/[\r\n]/, 1);
  return /e-?mail/i.test(first) && !first.includes('@');
}

/** A sample file to fill in: the columns, and two example lines. */
export const sampleText = [
  bulkColumns.join(','),
  'Ada,Lovelace,ada@example.com,,,,',
  'Grace,Hopper,grace@example.com,ghopper,,"{""department"":""Sales""}",false',
  '',
].join('\r\n');
