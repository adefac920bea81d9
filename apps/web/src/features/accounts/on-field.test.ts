import { expect, it } from 'vitest';
import { ApiError } from '../../lib/api.ts';
import { onField } from './on-field.ts';

const refused = new ApiError(409, { code: 'TENANT_DOMAIN_EXISTS', message: 'In use', params: { domain: 'a.de' } });

it('puts a known complaint on its field', () => {
  const place = onField({ TENANT_DOMAIN_EXISTS: 'domains' });
  expect(() => place(refused)).toThrow(
    expect.objectContaining({
      status: 409,
      message: 'In use',
      issues: [{ path: 'domains', code: 'TENANT_DOMAIN_EXISTS', message: 'In use' }],
    }),
  );
});

it('hands everything else on as it is', () => {
  const other = new Error('lost');
  expect(() => onField({ CONFLICT: 'name' })(refused)).toThrow(refused);
  expect(() => onField({ CONFLICT: 'name' })(other)).toThrow(other);
});
