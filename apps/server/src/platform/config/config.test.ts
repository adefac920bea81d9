import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from './config.ts';

describe('loadConfig', () => {
  it('has working defaults that listen on this machine alone', async () => {
    expect(await loadConfig({})).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      trustProxy: [],
      databaseUrl: undefined,
    });
  });

  it('treats an empty value as absent', async () => {
    expect(await loadConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 8080, databaseUrl: undefined });
  });

  it('reads lists', async () => {
    const { trustProxy } = await loadConfig({ TRUST_PROXY: '10.0.0.0/8, 127.0.0.1' });
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
    ['MQTT_PORT', 'x'],
    ['MQTTS_PORT', '70000'],
  ])('stops at %s=%s and names the variable', async (name, value) => {
    await expect(loadConfig({ [name]: value })).rejects.toThrow(ConfigError);
    await expect(loadConfig({ [name]: value })).rejects.toThrow(name);
  });

  it('stops at a variable that looks like a typing mistake', async () => {
    await expect(loadConfig({ ADMIN_PASWORD: 'long enough' })).rejects.toThrow(
      'Unknown environment variable ADMIN_PASWORD',
    );
  });

  it('leaves the settings of other programs alone', async () => {
    expect((await loadConfig({ HTTP_PROXY: 'http://proxy.example' })).httpFastPath).toBe('on');
  });

  it('reads the ports that manifests of connectors declare', async () => {
    expect((await loadConfig({})).listenerPorts).toMatchObject({ MQTT_PORT: 1883 });
    const ports = { MQTT_PORT: '0', MQTTS_PORT: '8883' };
    expect((await loadConfig(ports)).listenerPorts).toMatchObject({ MQTT_PORT: 0, MQTTS_PORT: 8883 });
    await expect(loadConfig({ MQTT_PROT: '1' })).rejects.toThrow('Unknown environment variable MQTT_PROT');
  });

  it('reads map styles and the origins that browsers may fetch them from', async () => {
    const satellite = 'https://tiles.example/{z}/{x}/{y}.jpg#© Somebody';
    const hosts = ['https://fonts.example:8443/glyphs', 'https://tiles.example'];
    expect((await loadConfig({ MAP_STYLES: JSON.stringify({ satellite, hosts }) })).maps).toEqual({
      styles: { default: null, satellite, streets: null, combo: null },
      origins: ['https://tiles.example', 'https://fonts.example:8443'],
    });
    expect((await loadConfig({})).maps.origins).toEqual([]);
  });

  it('wants both halves of the certificate', async () => {
    await expect(loadConfig({ TLS_CERT: '/a' })).rejects.toThrow('TLS_CERT, TLS_KEY');
  });
});
