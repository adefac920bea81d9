import { crc32, inflateRawSync } from 'node:zlib';

/** The texts of a ZIP archive by name, read by its directory; checks the sums of the entries. */
export function unzip(archive: Buffer): Map<string, string> {
  const end = archive.length - 22;
  if (archive.readUInt32LE(end) !== 0x06054b50) throw new Error('no end of the directory');
  const texts = new Map<string, string>();
  let place = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (archive.readUInt32LE(place) !== 0x02014b50) throw new Error('no entry of the directory');
    const [crc, compressed, size] = [16, 20, 24].map((field) => archive.readUInt32LE(place + field));
    const nameLength = archive.readUInt16LE(place + 28);
    const offset = archive.readUInt32LE(place + 42);
    const name = archive.toString('utf8', place + 46, place + 46 + nameLength);
    const start = offset + 30 + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28);
    const content = inflateRawSync(archive.subarray(start, start + (compressed ?? 0)));
    if (content.length !== size || crc32(content) !== crc) throw new Error(`${name} is damaged`);
    texts.set(name, content.toString());
    place += 46 + nameLength;
  }
  return texts;
}
