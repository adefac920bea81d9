/** What a new kind of thing adds to files that exist: a text behind the place that the pattern finds. */
export interface Registration {
  file: string;
  after: RegExp;
  text: string;
}

const lastEntryOfJson = /"(?=\n\}\n$)/;

const activityTexts = (language: 'de' | 'en', texts: { noun: string; list: string; read: string }): Registration[] => [
  {
    file: `apps/web/src/features/activity/locales/${language}.json`,
    after: /"noun": \{/,
    text: `"__noun__": "${texts.noun}",`,
  },
  {
    file: `apps/web/src/features/activity/locales/${language}.json`,
    after: /"action": \{/,
    text: `"GET /api/v1/__noun__": "${texts.list}", "GET /api/v1/__noun__/{id}": "${texts.read}",`,
  },
];

export const registrations: Record<string, readonly Registration[]> = {
  feature: [
    {
      file: 'packages/contract/src/core/id.ts',
      after: /export const nouns = \[[^\]]*'/,
      text: `, '__noun__'`,
    },
    {
      file: 'packages/contract/src/errors.ts',
      after: /,(?=\n\}\);)/,
      text: `\n  __CODE__: 404,`,
    },
    {
      file: 'packages/contract/src/locales/errors.de.json',
      after: lastEntryOfJson,
      text: `,\n  "__CODE__": "Das Objekt (__words__) wurde nicht gefunden."`,
    },
    {
      file: 'packages/contract/src/locales/errors.en.json',
      after: lastEntryOfJson,
      text: `,\n  "__CODE__": "The __words__ was not found."`,
    },
    {
      file: 'apps/server/src/roles/api.ts',
      after: /(?=import .* from '\.\.\/features\/)/,
      text: `import { __camel__Guard, __camel__Routes, create__Noun__Service } from '../features/__nouns__/index.ts';\n`,
    },
    {
      file: 'apps/server/src/roles/api.ts',
      after: /(?=\.\.\.extraRoutes,)/,
      text: `...__camel__Routes(create__Noun__Service()),\n    `,
    },
    {
      file: 'apps/server/src/roles/api.ts',
      after: /(?=\.\.\.extraGuards\b(?! =))/,
      text: `__camel__Guard, `,
    },
    {
      file: 'apps/server/test/noun-factories.ts',
      after: /(?=import .* from '\.\.\/src\/)/,
      text: `import { __camels__ } from '../src/features/__nouns__/__noun__.table.ts';\n`,
    },
    {
      file: 'apps/server/test/noun-factories.ts',
      after: /nounFactories\b.* = \{/,
      text: `
  '__noun__': async (server, account) => {
    const values = { accountId: account.id, scopeId: account.scopeId, name: 'test' };
    const [created] = await server.database.db.insert(__camels__).values(values).returning({ id: __camels__.id });
    if (!created) throw new Error('insert returned no row');
    return created.id;
  },`,
    },
    ...activityTexts('de', {
      noun: '__words__',
      list: '__Plural words__ gelesen',
      read: '__Plural words__: eines gelesen',
    }),
    ...activityTexts('en', {
      noun: '__words__',
      list: '__Plural words__ read',
      read: '__Plural words__: one read',
    }),
  ],
};
