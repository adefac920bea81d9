import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FormatEnum, Sharp } from 'sharp';
import { createConcurrencyLimit } from '../concurrency/concurrency-limit.ts';
import { currentAccount } from '../db/fair-pool.ts';
import { AppError, fail } from '../errors/app-error.ts';
import { inspectType, rasterImageTypes } from './content-type.ts';
import type { OpenedFile } from './file-store.ts';
import type { Files, StoredFile } from './files.ts';

interface ImageLimits {
  maxSide: number;
  maxMegapixels: number;
}

/** Every viewer decodes the image: 40 megapixels take 160 MB of memory there, and here for a moment. */
export const imageLimits: ImageLimits = { maxSide: 10_000, maxMegapixels: 40 };

const decodeSeconds = 20;

type RasterType = (typeof rasterImageTypes)[number];
/** WebP with the default effort takes ten times as long, for files that are hardly smaller. */
const formats: Record<RasterType, { name: keyof FormatEnum; write: (image: Sharp) => Sharp }> = {
  'image/png': { name: 'png', write: (image) => image.png() },
  'image/jpeg': { name: 'jpeg', write: (image) => image.jpeg({ quality: 90 }) },
  'image/gif': { name: 'gif', write: (image) => image.gif() },
  'image/webp': { name: 'webp', write: (image) => image.webp({ quality: 90, effort: 0 }) },
};
const isRaster = (type: string | undefined): type is RasterType => rasterImageTypes.some((raster) => raster === type);

/** Loaded with the first image. libvips also reads SVG, TIFF, HEIF and more: only these four formats may reach it. */
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

/** Reads only the header, whatever dimensions it claims. */
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

async function reencode(bytes: Buffer, type: RasterType, limits: ImageLimits) {
  const sharp = await checkHeader(bytes, type, limits);
  const { write } = formats[type];
  // Of the metadata only the orientation is kept, applied to the pixels. Of animations only the first frame is kept.
  const image = sharp(bytes, { limitInputPixels: pixelsOf(limits), failOn: 'error' }).autoOrient();
  return write(image).timeout({ seconds: decodeSeconds }).toBuffer({ resolveWithObject: true }).catch(unreadable);
}

/** Two at a time, so that memory use is limited, but only one of each account: a large image keeps no other waiting. */
const reencoding = createConcurrencyLimit(2, 1);

interface CleanImage {
  bytes: Buffer;
  type: RasterType;
  width: number;
  height: number;
}

/**
 * Re-encodes an image, so that metadata, appended payloads and malformed structures do not survive. libvips works in a
 * separate thread.
 */
export async function cleanImage(bytes: Buffer, limits = imageLimits): Promise<CleanImage> {
  const [type] = (await inspectType(bytes)).finish();
  if (!isRaster(type)) return fail('FILE_TYPE_NOT_ALLOWED', { type: type ?? 'unknown' });
  const { data, info } = await reencoding.run(() => reencode(bytes, type, limits), { owner: currentAccount() });
  return { bytes: data, type, width: info.width, height: info.height };
}

async function collect(source: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of source.iterator({ destroyOnReturn: false })) {
    sizeBytes += chunk.length;
    if (sizeBytes > maxBytes) {
      // An unread upload would stall the connection before the sender sees the response.
      source.resume();
      return fail('FILE_TOO_LARGE', { limitBytes: maxBytes });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Stores an image for display; `maxBytes` limits the upload. */
export async function putImage(
  files: Files,
  source: Readable,
  { maxBytes, name }: { maxBytes: number; name: string },
): Promise<StoredFile> {
  const { bytes, type } = await cleanImage(await collect(source, maxBytes));
  return files.put(Readable.from([bytes]), { maxBytes: bytes.length, allowedTypes: [type], name });
}

/** Cached check of stored images, by key: the error, or null if the image may be shown. Content never changes. */
const verdicts = new Map<string, AppError | null>();
const keptVerdicts = 10_000;

async function verdictOn(files: Files, key: string): Promise<AppError | null> {
  const bytes = await buffer((await files.open(key)).stream);
  const [type] = (await inspectType(bytes)).finish();
  // All other types are sent as downloads, so they need no check.
  if (!isRaster(type)) return null;
  return checkHeader(bytes, type, imageLimits).then(
    () => null,
    (error: unknown) => {
      if (error instanceof AppError) return error;
      throw error;
    },
  );
}

/** Opens an image for display. Images stored before re-encoding was introduced may claim any dimensions. */
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
