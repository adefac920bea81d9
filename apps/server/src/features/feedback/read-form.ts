import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { feedbackFields, feedbackLimits } from '@stellwerk/contract/feedback';
import { issuesOf } from '@stellwerk/contract/issues';
import type { z } from 'zod';
import { fail } from '../../platform/errors/app-error.ts';
import type { Files } from '../../platform/files/files.ts';
import { cleanImage } from '../../platform/files/image.ts';
import type { Exchange } from '../../platform/http/ctx.ts';
import type { FeedbackFile } from './feedback.table.ts';

export interface FeedbackForm {
  fields: z.output<typeof feedbackFields>;
  images: { name: string; bytes: Buffer }[];
}

/** Reads the whole form before anything is stored: all limits are known then. */
export async function readForm({ request }: Exchange): Promise<FeedbackForm> {
  if (!request.isMultipart()) return fail('FEEDBACK_NOT_MULTIPART');
  const texts: Record<string, unknown> = {};
  const images: FeedbackForm['images'] = [];
  let totalBytes = 0;
  const limits = { fileSize: feedbackLimits.totalBytes, files: feedbackLimits.files + 1 };
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      texts[part.fieldname] = part.value;
      continue;
    }
    const bytes = await buffer(part.file);
    totalBytes += bytes.length;
    if (part.file.truncated || totalBytes >= feedbackLimits.totalBytes) {
      fail('FILE_TOO_LARGE', { limitBytes: feedbackLimits.totalBytes });
    }
    if (images.length >= feedbackLimits.files) fail('FEEDBACK_TOO_MANY_FILES', { limit: feedbackLimits.files });
    images.push({ name: part.filename, bytes });
  }
  const parsed = feedbackFields.safeParse(texts);
  if (!parsed.success) return fail('VALIDATION_ERROR', {}, { issues: issuesOf(parsed.error) });
  return { fields: parsed.data, images };
}

/** Stores re-encoded images; if one is refused, none is kept. */
export async function storeImages(files: Files, images: FeedbackForm['images']): Promise<FeedbackFile[]> {
  const stored: FeedbackFile[] = [];
  try {
    for (const { name, bytes } of images) {
      const clean = await cleanImage(bytes);
      if (clean.type !== 'image/png' && clean.type !== 'image/jpeg') {
        fail('FILE_TYPE_NOT_ALLOWED', { type: clean.type });
      }
      const options = { maxBytes: clean.bytes.length, allowedTypes: [clean.type], name };
      const file = await files.put(Readable.from([clean.bytes]), options);
      stored.push({ key: file.key, name: file.name, type: file.type, sizeBytes: file.sizeBytes });
    }
    return stored;
  } catch (error) {
    for (const { key } of stored) await files.remove(key);
    throw error;
  }
}
