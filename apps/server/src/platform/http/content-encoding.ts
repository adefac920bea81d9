import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../errors/app-error.ts';

const shownLength = 50;

export const unsupportedEncoding = (encoding: string): AppError =>
  new AppError('CONTENT_ENCODING_UNSUPPORTED', { encoding: encoding.slice(0, shownLength) }, {});

/** Routes that read the raw bytes of a body would mistake a compressed body for a corrupt one, so they refuse it. */
export function refuseEncoded({ 'content-encoding': encoding = '' }: IncomingHttpHeaders): void {
  if (encoding !== '' && encoding.toLowerCase() !== 'identity') throw unsupportedEncoding(encoding);
}
