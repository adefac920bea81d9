import { describe, expect, it } from 'vitest';
import { errors } from './errors.ts';
import errorsDe from './locales/errors.de.json' with { type: 'json' };
import errorsEn from './locales/errors.en.json' with { type: 'json' };
import issuesDe from './locales/issues.de.json' with { type: 'json' };
import issuesEn from './locales/issues.en.json' with { type: 'json' };

const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();

describe.each([
  ['German', errorsDe],
  ['English', errorsEn],
])('the %s error texts', (_language, texts) => {
  it('exist for every code, and for nothing else', () => {
    expect(Object.keys(texts).sort()).toEqual(Object.keys(errors).sort());
  });

  it('use exactly parameters that their code declares', () => {
    for (const [code, { params }] of Object.entries(errors)) {
      const declared: readonly string[] = params;
      expect(placeholders(Reflect.get(texts, code)), code).toEqual([...declared].sort());
    }
  });
});

it('has the same issue texts in both languages', () => {
  expect(Object.keys(issuesDe)).toEqual(Object.keys(issuesEn));
});

it('holds the codes that the specification names', () => {
  const named = [
    'NETWORK_ERROR',
    'ABAC_ROLE_CREATE_DUPLICATE_NAME',
    'ABAC_ROLE_DELETE_SUPERSYSADMIN',
    '2FA_TOKEN_FAILURE',
    'AUTH_LOGIN_TOO_MANY_WRONG_REQUESTS',
    'DTWIN_UPDATE_CANNOT_MOVE_TO_DESCENDANT',
    'BRIDGE_INVALID_MUTATOR_SCRIPT',
    'GATEWAY_DATASOURCE_NOT_FIREFILY',
    'MAX_USER_API_TOKEN_LIMIT_TOO_HIGH',
    'VARIABLE_CALCULATIONS_ERROR_VALUE_IS_NOT_OBJECT',
  ];
  expect(Object.keys(errors)).toEqual(expect.arrayContaining(named));
});
