import { type ErrorBody, errorBody } from '@stellwerk/contract/core/envelope';
import type { PlainAnswer } from '../../../lib/api.ts';

/** More than this nobody reads on the screen; the whole is a download. */
export const shownLength = 50_000;

export interface AnswerText {
  text: string;
  isCut: boolean;
  /** What the server says went wrong, in the words of the reader. */
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

/** The body of an answer for the eye. */
export function answerText(raw: string, mediaType: string, status: number): AnswerText {
  const json = mediaType.includes('json') ? parse(raw) : undefined;
  const text = json ? JSON.stringify(json.value, null, 2) : raw;
  const failure = status >= 400 ? errorBody.safeParse(json?.value) : undefined;
  return {
    text: text.slice(0, shownLength),
    isCut: text.length > shownLength,
    error: failure?.success ? failure.data : undefined,
  };
}

/** Only what is text is read at all. */
export async function readAnswer({ status, headers, body }: PlainAnswer): Promise<AnswerText | undefined> {
  const mediaType = headers.get('content-type') ?? '';
  const isShown = body.size === 0 || isText(mediaType);
  return isShown ? answerText(await body.text(), mediaType, status) : undefined;
}

/** The headers that tell something; the others are the browser's and the proxy's business. */
export const tellingHeaders = [
  'content-type',
  'content-disposition',
  'location',
  'retry-after',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-request-id',
] as const;
