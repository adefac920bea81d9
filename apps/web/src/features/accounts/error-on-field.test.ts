import { expect, it } from 'vitest';
import { ApiError } from '../../lib/api.ts';
import { errorOnField } from './error-on-field.ts';

const refused = new ApiError(409, { code: 'TENANT_DOMAIN_EXISTS', message: 'In use', params: { domain: 'a.de' } });

it('puts a known error on its field', () => {
  const place = errorOnField({ TENANT_DOMAIN_EXISTS: 'domains' });
  expect(() => place(refused)).toThrow(
    expect.objectContaining({
      status: 409,
      message: 'In use',
      issues: [{ path: 'domains', code: 'TENANT_DOMAIN_EXISTS', message: 'In use' }],
    }),
  );
});

it('passes all other errors on unchanged', () => {
  const other = new Error('lost');
  expect(() => errorOnField({ CONFLICT: 'name' })(refused)).toThrow(refused);
  expect(() => errorOnField({ CONFLICT: 'name' })(other)).toThrow(other);
});
