import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from './config.ts';

describe('loadConfig', () => {
  it('has working defaults that listen on this machine alone', () => {
    expect(loadConfig({})).toMatchObject({ port: 8080, host: '127.0.0.1', trustProxy: [], databaseUrl: undefined });
  });

  it('treats an empty value as absent', () => {
    expect(loadConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 8080, databaseUrl: undefined });
  });

  it('reads lists', () => {
    const { trustProxy } = loadConfig({ TRUST_PROXY: '10.0.0.0/8, 127.0.0.1' });
    expect(trustProxy).toEqual(['10.0.0.0/8', '127.0.0.1']);
  });

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://x/y'],
    ['ADMIN_EMAIL', 'nobody'],
    ['ADMIN_PASSWORD', 'short'],
    ['DEMO', 'yes'],
    ['HTTP_FAST_PATH', 'no'],
    ['PUBLIC_URL', 'ftp://x'],
    ['SECRET_KEY', 'too short'],
    ['LOG_LEVEL', 'loud'],
    ['MAP_STYLES', 'https://tiles.example'],
    ['MAP_STYLES', '{"default": "ftp://tiles.example/style.json"}'],
    ['MAP_STYLES', '{"satellite": "https://{s}.tiles.example/{z}/{x}/{y}.png"}'],
    ['MAP_STYLES', '{"moon": "https://tiles.example/style.json"}'],
    ['GEOCODE_URL', 'nominatim.example'],
  ])('stops at %s=%s and names the variable', (name, value) => {
    expect(() => loadConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => loadConfig({ [name]: value })).toThrow(name);
  });

  it('stops at a variable that looks like a typing mistake', () => {
    expect(() => loadConfig({ ADMIN_PASWORD: 'long enough' })).toThrow('Unknown environment variable ADMIN_PASWORD');
  });

  it('leaves the settings of other programs alone', () => {
    expect(loadConfig({ HTTP_PROXY: 'http://proxy.example' }).httpFastPath).toBe('on');
  });

  it('reads map styles and the origins that browsers may fetch them from', () => {
    const satellite = 'https://tiles.example/{z}/{x}/{y}.jpg#© Somebody';
    const hosts = ['https://fonts.example:8443/glyphs', 'https://tiles.example'];
    expect(loadConfig({ MAP_STYLES: JSON.stringify({ satellite, hosts }) }).maps).toEqual({
      styles: { default: null, satellite, streets: null, combo: null },
      origins: ['https://tiles.example', 'https://fonts.example:8443'],
    });
    expect(loadConfig({}).maps.origins).toEqual([]);
  });

  it('wants both halves of the certificate', () => {
    expect(() => loadConfig({ TLS_CERT: '/a' })).toThrow('TLS_CERT, TLS_KEY');
  });
});
