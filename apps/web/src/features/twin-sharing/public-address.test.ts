import { describe, expect, it } from 'vitest';
import { parseMapParameters } from '../twin-map/index.ts';
import { frameText, mapAddress, mapLinkOptions, plainMap, tilesAddress } from './public-address.ts';

const shared = { origin: 'https://signals.example', key: 'ab'.repeat(16), twinId: 7 };
const base = `https://signals.example/public.html#/public/${shared.key}`;

describe('addresses of shared twins', () => {
  it('point to the page that may be framed', () => {
    expect(tilesAddress(shared)).toBe(`${base}/tiles/7`);
    expect(mapAddress(shared, plainMap)).toBe(`${base}/map/7`);
  });

  it('name what differs from the plain map alone', () => {
    const options = { ...plainMap, mapstyle: 2, hidebar: true, pitch: 0, zoom: undefined };
    expect(mapAddress(shared, options)).toBe(`${base}/map/7?mapstyle=2&hidebar=true&pitch=0`);
  });

  it('are read by the map as they were written', () => {
    const options = {
      mapstyle: 4,
      markerstyle: 2,
      indoor: true,
      hidebar: true,
      pitch: 0,
      bearing: 270,
      clusterdistance: 120,
      zoomlock: true,
      zoom: 12.5,
    };
    const [, search = ''] = mapAddress(shared, options).split('?');
    expect(parseMapParameters(Object.fromEntries(new URLSearchParams(search)))).toEqual(options);
    expect(mapLinkOptions.parse(options)).toEqual(options);
  });
});

describe('frameText', () => {
  it('stays one element whatever the twin is called', () => {
    const text = frameText(mapAddress(shared, { mapstyle: 2, zoom: 3 }), '"><script>alert(1)</script> & Söhne');
    expect(text.match(/<[a-z/]+/gi)).toEqual(['<iframe', '</iframe']);
    expect(text).toContain(`src="${base}/map/7?mapstyle=2&amp;zoom=3"`);
    expect(text).toContain('title="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; Söhne"');
  });
});
