import { bytesOfPayload, type PayloadEncoding, type PayloadProblem } from '@stellwerk/contract/payload-encoding';

export type PayloadCheck = { status: 'ok'; sizeBytes: number } | { status: 'wrong'; problem: 'empty' | PayloadProblem };

/** Whether a content is what its encoding promises, and how long it is. */
export function checkPayload(payload: string, encoding: PayloadEncoding): PayloadCheck {
  if (payload === '') return { status: 'wrong', problem: 'empty' };
  const bytes = bytesOfPayload(payload, encoding);
  return typeof bytes === 'string' ? { status: 'wrong', problem: bytes } : { status: 'ok', sizeBytes: bytes.length };
}
