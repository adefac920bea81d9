import type { DriverDownlink } from '@stellwerk/contract/driver';

export type PayloadCheck =
  | { status: 'ok'; sizeBytes: number }
  | { status: 'wrong'; problem: 'empty' | 'hex' | 'hexOdd' | 'base64' };

const wrong = (problem: Extract<PayloadCheck, { status: 'wrong' }>['problem']): PayloadCheck => ({
  status: 'wrong',
  problem,
});

/** Whether a content is what its encoding promises, and how long it is. */
export function checkPayload(payload: string, encoding: DriverDownlink['encoding']): PayloadCheck {
  if (payload === '') return wrong('empty');
  if (encoding === 'utf8') return { status: 'ok', sizeBytes: new TextEncoder().encode(payload).length };
  if (encoding === 'base16') {
    if (!/^[0-9a-f]+$/i.test(payload)) return wrong('hex');
    return payload.length % 2 === 1 ? wrong('hexOdd') : { status: 'ok', sizeBytes: payload.length / 2 };
  }
  if (payload.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(payload)) return wrong('base64');
  const padding = payload.length - payload.replace(/=+$/, '').length;
  return { status: 'ok', sizeBytes: (payload.length / 4) * 3 - padding };
}
