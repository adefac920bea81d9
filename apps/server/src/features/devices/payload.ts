import type { encodings } from '@stellwerk/contract/driver';

export type Encoding = (typeof encodings)[number];

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** The bytes of a payload; undefined where the text is none in its encoding. */
export function bytesOf(payload: string, encoding: Encoding): Buffer | undefined {
  switch (encoding) {
    case 'base16':
      return /^(?:[0-9a-fA-F]{2})*$/.test(payload) ? Buffer.from(payload, 'hex') : undefined;
    case 'base64':
      return base64.test(payload) ? Buffer.from(payload, 'base64') : undefined;
    case 'utf8':
      return Buffer.from(payload, 'utf8');
  }
}
