import { describe, expect, it } from 'vitest';
import { systemTransport } from './transport.ts';

describe('systemTransport', () => {
  it('is absent without SMTP_URL', () => {
    expect(systemTransport({ mailFrom: 'a@example.com' })).toBeUndefined();
  });

  it('reads host, port, credentials and sender', () => {
    const transport = systemTransport({
      smtpUrl: 'smtp://user%40example.com:p%3Ass@Mail.Example.com:2525',
      mailFrom: 'Stellwerk <noreply@example.com>',
    });
    expect(transport).toEqual({
      host: 'mail.example.com',
      port: 2525,
      secure: false,
      requireTls: true,
      auth: { user: 'user@example.com', password: 'p:ss' },
      from: 'Stellwerk <noreply@example.com>',
      trusted: true,
    });
  });

  it.each([
    ['smtp://mail.example.com', { port: 587, secure: false, requireTls: false, auth: undefined }],
    ['smtps://mail.example.com', { port: 465, secure: true }],
    ['smtp://u:p@127.0.0.1:1025', { host: '127.0.0.1', requireTls: false }],
    ['smtp://u:p@localhost', { requireTls: false }],
    ['smtp://u:p@mail.example.com?requireTls=false', { requireTls: false }],
    ['smtp://[::1]:1025', { host: '::1', port: 1025 }],
  ])('%s', (smtpUrl, expected) => {
    expect(systemTransport({ smtpUrl })).toMatchObject(expected);
  });

  it('stops the start at a URL without a host', () => {
    expect(() => systemTransport({ smtpUrl: 'smtp://' })).toThrow('SMTP_URL');
  });
});
