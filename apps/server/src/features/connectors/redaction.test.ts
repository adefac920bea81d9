import { ConnectorProblem } from '@stellwerk/plugin/connector-server';
import { expect, it } from 'vitest';
import { createRedaction } from './redaction.ts';

const secret = 'geheim "und" lang/1';
const answering = (answer: string) =>
  createRedaction({ secret, pin: '1234' }).running({ stop: async () => {}, send: async () => ({ body: answer }) });

it.each([
  ['as it is', `Bearer ${secret}`],
  ['in a URL', `/x?token=${encodeURIComponent(secret)}&a=1`],
  ['in JSON', JSON.stringify({ authorization: secret })],
  ...['', 'u', 'us', 'use', 'a longer user name'].map((user) => [
    `behind the user “${user}” in Base64`,
    `{"Authorization":"Basic ${btoa(`${user}:${secret}`)}"}`,
  ]),
])('a secret is masked %s', async (_, answer) => {
  const shown = JSON.stringify(await answering(answer).send?.({}));
  expect(shown).toContain('•••');
  expect(shown).not.toContain('lang');
  for (const word of shown.match(/[A-Za-z0-9+/]{8,}/g) ?? [])
    expect(atob(word.slice(0, word.length & ~3))).not.toContain('und');
});

it('leaves other texts as they are, also if a short secret occurs in them', async () => {
  expect(await answering('room 1234 of the long house').send?.({})).toEqual({ body: 'room 1234 of the long house' });
});

it('masks secrets in problems, which keep their code and retry', async () => {
  const running = createRedaction({ secret }).running({
    stop: async () => {},
    send: () =>
      Promise.reject(new ConnectorProblem('BRIDGE_CONNECTION_REFUSED', { reason: `no ${secret}` }, { isFinal: true })),
  });
  await expect(running.send?.({})).rejects.toMatchObject({
    reason: { code: 'BRIDGE_CONNECTION_REFUSED', params: { reason: 'no •••' } },
    retry: { isFinal: true },
  });
});
