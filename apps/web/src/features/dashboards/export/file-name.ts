/** Characters that file systems refuse or interpret. */
const refused = /[\\/:*?"<>|\p{Cc}\p{Cf}]+/gu;
const longestName = 80;

/** Derives a file name from a title; never empty, never hidden. */
export function fileNameOf(title: string, ending: 'png' | 'csv'): string {
  const plain = title
    .normalize('NFC')
    .replace(refused, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  // Truncates by code points, not inside a character.
  const name = [...plain].slice(0, longestName).join('').trim();
  return `${name || 'stellwerk'}.${ending}`;
}
