import { type ErrorBody, errorBody } from '@stellwerk/contract/core/envelope';
import type { PlainResponse } from '../../../lib/api.ts';

/** Longer texts are truncated on the screen; the whole text is a download. */
export const shownLength = 50_000;

export interface ResponseText {
  text: string;
  isCut: boolean;
  /** The server's error message in the user's language. */
  error: ErrorBody | undefined;
}

const isText = (mediaType: string) => /^(text\/|application\/(json|xml))|\+json/.test(mediaType);

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** The body of a response as readable text. */
export function responseText(raw: string, mediaType: string, status: number): ResponseText {
  const json = mediaType.includes('json') ? parse(raw) : undefined;
  const text = json ? JSON.stringify(json.value, null, 2) : raw;
  const failure = status >= 400 ? errorBody.safeParse(json?.value) : undefined;
  return {
    text: text.slice(0, shownLength),
    isCut: text.length > shownLength,
    error: failure?.success ? failure.data : undefined,
  };
}

/** Reads only bodies with a text type. */
export async function readResponse({ status, headers, body }: PlainResponse): Promise<ResponseText | undefined> {
  const mediaType = headers.get('content-type') ?? '';
  const isShown = body.size === 0 || isText(mediaType);
  return isShown ? responseText(await body.text(), mediaType, status) : undefined;
}

/** Relevant headers; the others are for browsers and proxies. */
export const relevantHeaders = [
  'content-type',
  'content-disposition',
  'location',
  'retry-after',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-request-id',
] as const;
