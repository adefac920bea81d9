import { describe, expect, it } from 'vitest';
import { applyDeviceNews } from './apply-device-news.ts';

const early = '2026-03-01T10:00:00.000Z';
const late = '2026-03-01T10:05:00.000Z';
const news = { id: 1, lastSeenAt: null, packets: 0, faults: 0 };

describe('applyDeviceNews', () => {
  it('takes a later sighting and keeps a later one', () => {
    expect(applyDeviceNews({ lastSeenAt: early, health: 'ok' }, { ...news, lastSeenAt: late }).lastSeenAt).toBe(late);
    expect(applyDeviceNews({ lastSeenAt: late, health: 'ok' }, { ...news, lastSeenAt: early }).lastSeenAt).toBe(late);
    expect(applyDeviceNews({ lastSeenAt: null, health: 'unknown' }, { ...news, lastSeenAt: early }).lastSeenAt).toBe(
      early,
    );
  });

  it('takes a health where one is told, and leaves the rest', () => {
    expect(applyDeviceNews({ lastSeenAt: late, health: 'ok', title: 'a' }, { ...news, health: 'error' })).toEqual({
      lastSeenAt: late,
      health: 'error',
      title: 'a',
    });
    expect(applyDeviceNews({ lastSeenAt: late, health: 'warning' }, news).health).toBe('warning');
  });
});
