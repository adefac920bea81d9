import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FormatEnum, Sharp } from 'sharp';
import { AppError, fail } from '../errors/app-error.ts';
import { inspectType, rasterImageTypes } from './content-type.ts';
import type { OpenedFile } from './file-store.ts';
import type { Files, StoredFile } from './files.ts';

interface ImageLimits {
  maxSide: number;
  maxMegapixels: number;
}

/** Every viewer decodes the picture: 40 megapixels are 160 MB of memory there, and here for a moment. */
export const imageLimits: ImageLimits = { maxSide: 10_000, maxMegapixels: 40 };

const decodeSeconds = 20;

type RasterType = (typeof rasterImageTypes)[number];
const formats: Record<RasterType, { name: keyof FormatEnum; write: (image: Sharp) => Sharp }> = {
  'image/png': { name: 'png', write: (image) => image.png() },
  'image/jpeg': { name: 'jpeg', write: (image) => image.jpeg({ quality: 90 }) },
  'image/gif': { name: 'gif', write: (image) => image.gif() },
  'image/webp': { name: 'webp', write: (image) => image.webp({ quality: 90 }) },
};
const isRaster = (type: string | undefined): type is RasterType => rasterImageTypes.some((raster) => raster === type);

/** Loaded with the first picture. libvips also reads SVG, TIFF, HEIF and more: nothing but these four may reach it. */
async function loadLibrary() {
  const { default: sharp } = await import('sharp');
  const loaders = ['Png', 'Jpeg', 'Nsgif', 'Webp'].map((name) => `VipsForeignLoad${name}`);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: loaders });
  sharp.cache(false);
  return sharp;
}
let library: ReturnType<typeof loadLibrary> | undefined;

const unreadable = (cause?: unknown) => fail('FILE_IMAGE_UNREADABLE', {}, { cause });
const pixelsOf = ({ maxMegapixels }: ImageLimits) => maxMegapixels * 1_000_000;

/** Reads the header alone, whatever sizes it claims. */
async function checkHeader(bytes: Buffer, type: RasterType, limits: ImageLimits) {
  library ??= loadLibrary();
  const sharp = await library;
  const header = await sharp(bytes, { limitInputPixels: false }).metadata().catch(unreadable);
  if (header.format !== formats[type].name) return unreadable();
  if (Math.max(header.width, header.height) > limits.maxSide || header.width * header.height > pixelsOf(limits)) {
    return fail('FILE_IMAGE_TOO_LARGE', { ...limits });
  }
  return sharp;
}

async function reencode(bytes: Buffer, type: RasterType, limits: ImageLimits): Promise<Buffer> {
  const sharp = await checkHeader(bytes, type, limits);
  const { write } = formats[type];
  // The orientation is the one thing in the metadata that must survive, as pixels. Of animations the first frame stays.
  const image = sharp(bytes, { limitInputPixels: pixelsOf(limits), failOn: 'error' }).autoOrient();
  return write(image).timeout({ seconds: decodeSeconds }).toBuffer().catch(unreadable);
}

let previous: Promise<unknown> = Promise.resolve();

/**
 * Re-encodes a picture, so that metadata, appended payloads and broken structures do not survive. libvips works in a
 * thread of its own; pictures take turns, so that the memory of one of them is the limit.
 */
export async function cleanImage(bytes: Buffer, limits = imageLimits): Promise<{ bytes: Buffer; type: RasterType }> {
  const [type] = (await inspectType(bytes)).finish();
  if (!isRaster(type)) return fail('FILE_TYPE_NOT_ALLOWED', { type: type ?? 'unknown' });
  const turn = previous.then(() => reencode(bytes, type, limits));
  previous = turn.catch(() => undefined);
  return { bytes: await turn, type };
}

async function collect(source: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of source.iterator({ destroyOnReturn: false })) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) {
      // An upload that nobody reads would stall the connection before the sender sees the answer.
      source.resume();
      return fail('FILE_TOO_LARGE', { limitBytes: maxBytes });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Stores a picture for showing it; `maxBytes` limits the upload. */
export async function putImage(
  files: Files,
  source: Readable,
  { maxBytes, name }: { maxBytes: number; name: string },
): Promise<StoredFile> {
  const { bytes, type } = await cleanImage(await collect(source, maxBytes));
  return files.put(Readable.from([bytes]), { maxBytes: bytes.length, allowedTypes: [type], name });
}

/** Why a stored picture is not shown, by its key; null: it is. A key never gets another content. */
const verdicts = new Map<string, AppError | null>();
const keptVerdicts = 10_000;

async function verdictOn(files: Files, key: string): Promise<AppError | null> {
  const bytes = await buffer((await files.open(key)).stream);
  const [type] = (await inspectType(bytes)).finish();
  // Everything else is sent as a download.
  if (!isRaster(type)) return null;
  return checkHeader(bytes, type, imageLimits).then(
    () => null,
    (error: unknown) => {
      if (error instanceof AppError) return error;
      throw error;
    },
  );
}

/** Opens a picture for showing it. Those that were stored before pictures were re-encoded may claim any size. */
export async function openImage(files: Files, key: string): Promise<OpenedFile> {
  let verdict = verdicts.get(key);
  if (verdict === undefined) {
    verdict = await verdictOn(files, key);
    const [oldest] = verdicts.keys();
    if (oldest !== undefined && verdicts.size >= keptVerdicts) verdicts.delete(oldest);
    verdicts.set(key, verdict);
  }
  if (verdict) throw verdict;
  return files.open(key);
}
