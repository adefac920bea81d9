import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '../errors/app-error.ts';

const shownLength = 50;

export const unsupportedEncoding = (encoding: string): AppError =>
  new AppError('CONTENT_ENCODING_UNSUPPORTED', { encoding: encoding.slice(0, shownLength) }, {});

/** For bodies that are read byte by byte: compressed ones would be taken for broken ones. */
export function refuseEncoded({ 'content-encoding': encoding = '' }: IncomingHttpHeaders): void {
  if (encoding !== '' && encoding.toLowerCase() !== 'identity') throw unsupportedEncoding(encoding);
}
