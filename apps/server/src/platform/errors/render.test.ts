import type { ErrorCode } from '@stellwerk/contract/errors';
import { expect, it } from 'vitest';
import { renderError } from './render.ts';

const messageOf = (code: ErrorCode) => {
  const issues = [
    { path: 'metrics.0', code: 'invalid' as const, params: {} },
    { path: '', code: 'invalid' as const, params: {} },
  ];
  return renderError({ code, params: {}, issues }, 'en', 'request');
};

it.each(['VALIDATION_ERROR', 'PARAMETER_VALIDATION_ERROR'] as const)('joins the issues of %s', (code) => {
  const { message, issues } = messageOf(code);
  expect(message).toContain(`: metrics.0: ${issues[0]?.message}; ${issues[1]?.message}`);
});

it('leaves the message of other codes alone, which says by itself what is wrong', () => {
  const { message, issues } = messageOf('RULE_NEVER_TRIGGERED');
  expect(issues).toHaveLength(2);
  expect(message).not.toContain('metrics.0');
});
