import type { WidgetAction } from '@stellwerk/plugin/widget-web';
import { describe, expect, it } from 'vitest';
import { dashboardAddress, targetOf, webAddress } from './action-target.ts';

const clicked = { twinId: 7, twinTitle: 'Kiosk & <b>Söhne</b>', value: 21.5 };
const parameters = new Map([
  ['building', '42'],
  ['word', 'a/b?c=d&e #f'],
]);
const openUrl = (url: string): WidgetAction => ({ type: 'openUrl', label: '', url, newTab: true });
const openTwin = (rest: Partial<Extract<WidgetAction, { type: 'openTwin' }>>): WidgetAction => ({
  type: 'openTwin',
  label: '',
  useOpenedTwin: true,
  twinId: null,
  newTab: false,
  ...rest,
});

describe('webAddress', () => {
  it.each(['https://example.com/a?b=c#d', 'http://example.com/', '  https://example.com/  '])('accepts %j', (text) => {
    expect(webAddress(text)).toBe(new URL(text.trim()).href);
  });

  it.each([
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://example.com/x',
    '//example.com/x',
    '/digitaltwin-mgmt/7',
    'example.com',
    'https://',
    '',
  ])('refuses %j', (text) => {
    expect(webAddress(text)).toBeUndefined();
  });
});

describe('a click that opens an address', () => {
  it('fills in the address, and a filled value never becomes more than a part of it', () => {
    expect(
      targetOf(openUrl('https://example.com/{{twin.id}}?q={{param.word}}&v={{value}}'), clicked, parameters),
    ).toEqual({
      is: 'url',
      url: 'https://example.com/7?q=a%2Fb%3Fc%3Dd%26e%20%23f&v=21.5',
      newTab: true,
    });
  });

  it('keeps no markup of a title in the address', () => {
    const target = targetOf(openUrl('https://example.com/?t={{twin.title}}'), clicked, parameters);
    expect(target).toMatchObject({ url: 'https://example.com/?t=Kiosk%20%26%20%3Cb%3ES%C3%B6hne%3C%2Fb%3E' });
  });

  it('does nothing if the filled address is not a web address', () => {
    const schemes = new Map([['scheme', 'javascript']]);
    const nowhere = { is: 'nowhere', why: 'address' };
    expect(targetOf(openUrl('{{param.scheme}}:alert(1)'), clicked, schemes)).toEqual(nowhere);
    expect(targetOf(openUrl('https://{{param.missing}}'), clicked, parameters)).toEqual(nowhere);
  });
});

describe('a click that opens a twin', () => {
  it('opens the clicked twin', () => {
    expect(targetOf(openTwin({ twinId: '9' }), clicked, parameters)).toEqual({ is: 'twin', twinId: 7, newTab: false });
  });

  it('opens the chosen twin if one is configured or none was clicked', () => {
    expect(targetOf(openTwin({ useOpenedTwin: false, twinId: '9' }), clicked, parameters)).toMatchObject({ twinId: 9 });
    expect(
      targetOf(openTwin({ twinId: '{{param.building}}' }), { ...clicked, twinId: null }, parameters),
    ).toMatchObject({
      twinId: 42,
    });
  });

  it('does nothing without an id', () => {
    const nowhere = { is: 'nowhere', why: 'twin' };
    expect(targetOf(openTwin({ useOpenedTwin: false }), clicked, parameters)).toEqual(nowhere);
    expect(targetOf(openTwin({ useOpenedTwin: false, twinId: '{{param.word}}' }), clicked, parameters)).toEqual(
      nowhere,
    );
  });
});

describe('a click that opens a dashboard', () => {
  const action: WidgetAction = {
    type: 'openDashboard',
    label: '',
    dashboardId: '5',
    newTab: false,
    parameters: [
      { name: 'twin', value: '{{twin.id}}' },
      { name: 'title', value: '{{twin.title}}' },
      { name: 'gone', value: '{{param.missing}}' },
    ],
  };

  it('passes filled parameters', () => {
    expect(targetOf(action, clicked, parameters)).toEqual({
      is: 'dashboard',
      dashboardId: 5,
      newTab: false,
      parameters: new Map([
        ['twin', '7'],
        ['title', clicked.twinTitle],
        ['gone', ''],
      ]),
    });
  });

  it('puts parameters into the address without merging them', () => {
    const address = dashboardAddress('/dashboards/5', new Map([['title', 'a&parameter_b=c']]));
    const search = new URLSearchParams(address.slice(address.indexOf('?')));
    expect([...search]).toEqual([['parameter_title', 'a&parameter_b=c']]);
    expect(dashboardAddress('/dashboards/5', new Map())).toBe('/dashboards/5');
  });

  it('does nothing without a dashboard', () => {
    const unnamed: WidgetAction = { ...action, dashboardId: '{{param.missing}}' };
    expect(targetOf(unnamed, clicked, parameters)).toEqual({ is: 'nowhere', why: 'dashboard' });
  });
});

it('does nothing for an unknown type of action', () => {
  const unknown: unknown = { type: 'openDoor', label: '' };
  expect(targetOf(unknown as WidgetAction, clicked, parameters)).toEqual({ is: 'nowhere', why: 'unknown' });
});
