import { createHash } from 'node:crypto';
import { type ImageSetting, imageLimits } from '@stellwerk/contract/setting';
import type { Db } from '../../platform/db/db.ts';
import { fail } from '../../platform/errors/app-error.ts';
import { cleanImage } from '../../platform/files/image.ts';
import { putBrandingImage } from './setting.store.ts';

/** Every visitor of the login page loads these images. */
const pixelLimits = {
  logo: { maxSide: 1_024, maxMegapixels: 1.1 },
  favicon: { maxSide: 512, maxMegapixels: 0.3 },
  background: { maxSide: 4_096, maxMegapixels: 9 },
} satisfies Record<ImageSetting, object>;

const addressOf = (hash: string) => `/api/v1/theming/images/${hash}`;

/** Stores the re-encoded image of a data URL, whatever type the URL claims, and returns its address. */
export async function storeImage(db: Db, name: ImageSetting, dataUrl: string): Promise<string> {
  const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
  if (bytes.length > imageLimits[name]) return fail('FILE_TOO_LARGE', { limitBytes: imageLimits[name] });
  const { bytes: content, type, width, height } = await cleanImage(bytes, pixelLimits[name]);
  if (name === 'logo' && width !== height) return fail('SETTING_LOGO_NOT_SQUARE', { width, height });
  if (name === 'favicon' && type !== 'image/png') return fail('SETTING_FAVICON_NOT_PNG', { type });
  const hash = createHash('sha256').update(content).digest('hex');
  await putBrandingImage(db, { hash, type, content });
  return addressOf(hash);
}
