import { fail } from '../errors/app-error.ts';
import type { Exchange } from '../http/ctx.ts';

/** The upload in the field `file`; the parser stops one byte beyond the limit, which shows that it is too large. */
export async function uploadedPart({ request }: Exchange, maxBytes: number) {
  const limits = { fileSize: maxBytes + 1, files: 1 };
  const part = request.isMultipart() ? await request.file({ limits }) : undefined;
  if (part?.fieldname === 'file') return part;
  part?.file.resume();
  return fail('DTWINSTATE_MISSING_PARAMETER', { name: 'file' });
}
