/** Signs that file systems refuse or that mean something to them. */
const refused = /[\\/:*?"<>|\p{Cc}\p{Cf}]+/gu;
const longestName = 80;

/** A name for a file made of a title; never empty, never hidden. */
export function fileNameOf(title: string, ending: 'png' | 'csv'): string {
  const plain = title
    .normalize('NFC')
    .replace(refused, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  // Cut by characters, not in the middle of one.
  const name = [...plain].slice(0, longestName).join('').trim();
  return `${name || 'stellwerk'}.${ending}`;
}
