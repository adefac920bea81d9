// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this removes
const invisible = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;
const notInNames = /[<>:"|?*]/g;
const reservedOnWindows = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
const maxLength = 150;

/** Makes a name safe to display and to save: no folders, no hidden or reordering characters. */
export function cleanFileName(name: string): string {
  const last = name.toWellFormed().normalize('NFC').replace(invisible, '').split(/[/\\]/).at(-1) ?? '';
  const cleaned = last.replace(notInNames, '_').replace(/^[.\s]+|[.\s]+$/g, '');
  if (cleaned === '') return 'file';
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(cleaned)?.[0] ?? '';
  const stem = [...cleaned.slice(0, cleaned.length - extension.length)].slice(0, maxLength).join('');
  return reservedOnWindows.test(cleaned) ? `_${stem}${extension}` : `${stem}${extension}`;
}

/** RFC 6266: an ASCII name for old programs, and the real name in the encoding of RFC 5987. */
export function contentDisposition(kind: 'attachment' | 'inline', name: string): string {
  const cleaned = cleanFileName(name);
  const plain = cleaned.replace(/[^\x20-\x7e]|[%'()]/g, '_');
  const encoded = encodeURIComponent(cleaned).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
