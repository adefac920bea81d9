import { describe, expect, it } from 'vitest';
import { apiReferenceOf, groupCalls, isSafe } from './calls.ts';

const document = {
  info: { version: '1' },
  paths: {
    '/api/v1/twins/{id}': {
      get: {
        tags: ['twins'],
        summary: 'A twin',
        description: 'Permission: (DigitalTwin.read or DigitalTwin.list)',
        security: [{ token: [] }],
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer', 'x-noun': 'twin' } }],
        responses: {
          200: { description: 'OK', content: { 'application/json': { schema: { type: 'object' } } } },
          404: { description: 'DTWIN_NOT_FOUND, FILE_NOT_FOUND', content: {} },
          default: { description: 'Error' },
        },
      },
      delete: {
        tags: ['twins'],
        summary: 'Away with it',
        security: [{ token: [] }],
        responses: { 204: { description: '' } },
      },
    },
    '/health': { get: { tags: ['system'], summary: 'Élan', security: [], responses: {} } },
  },
  components: { schemas: { Error: { type: 'object' } } },
};

describe('the calls of a document', () => {
  const book = apiReferenceOf(document);

  it('have method, path, requirements and responses', () => {
    expect(book.byKey.get('GET /api/v1/twins/{id}')).toMatchObject({
      method: 'GET',
      tag: 'twins',
      permission: '(DigitalTwin.read or DigitalTwin.list)',
      parameters: [{ name: 'id', in: 'path', required: true }],
      answers: [{ status: 200, mediaType: 'application/json' }],
      errors: [{ status: 404, codes: ['DTWIN_NOT_FOUND', 'FILE_NOT_FOUND'] }],
    });
    expect(book.byKey.get('DELETE /api/v1/twins/{id}')).toMatchObject({ permission: 'login', body: undefined });
    expect(book.byKey.get('GET /health')).toMatchObject({ permission: 'public' });
  });

  it('are found by words of path, summary, permission and method', () => {
    const keys = (search: string) => groupCalls(book.calls, search).flatMap(({ calls }) => calls.map(({ key }) => key));
    expect(groupCalls(book.calls, '').map(({ tag }) => tag)).toEqual(['system', 'twins']);
    expect(keys('elan')).toEqual(['GET /health']);
    expect(keys('delete twin')).toEqual(['DELETE /api/v1/twins/{id}']);
    expect(keys('digitaltwin.LIST')).toEqual(['GET /api/v1/twins/{id}']);
    expect(keys('nothing')).toEqual([]);
  });

  it('are safe if they only read', () => {
    expect(book.calls.map(isSafe)).toEqual([true, false, true]);
  });
});
