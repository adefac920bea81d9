import type { ErrorBody } from '@stellwerk/contract/core/envelope';

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const hasTexts = (value: unknown, names: readonly string[]): value is Fields =>
  isObject(value) && names.every((name) => typeof value[name] === 'string');

const isPlain = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);

/** The contract's `errorBody` written by hand: the first page has to read errors without loading the schemas. */
export const isErrorBody = (value: unknown): value is ErrorBody =>
  hasTexts(value, ['code', 'message', 'requestId']) &&
  isObject(value.params) &&
  Object.values(value.params).every(isPlain) &&
  Array.isArray(value.issues) &&
  value.issues.every((issue) => hasTexts(issue, ['path', 'code', 'message'])) &&
  (value.type === undefined || typeof value.type === 'string');
