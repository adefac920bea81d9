import type { JsonValue } from '@stellwerk/plugin/connector-server';
import { expect, it } from 'vitest';
import { systemClock } from '../../platform/clock/clock.ts';
import { createReceiver } from './receiver.ts';

function openReceiver() {
  const accepted: JsonValue[] = [];
  const receive = createReceiver({
    sandbox: { runBatch: () => Promise.reject(new Error('no script')) } as never,
    async accept(_sender, messages) {
      accepted.push(...messages);
      return { isFull: false, accepted: messages.length, refused: [], dropped: [] };
    },
    intake: { refusal: () => undefined },
    clock: systemClock,
    counters: { note() {} },
  });
  return { accepted, receive };
}

it('normalises ids of kinds with EUIs, and changes nothing else', async () => {
  const { accepted, receive } = openReceiver();
  const body: JsonValue = [
    { id: 'a8-40-41-00-00-00-0b-17', payload: 'aa-bb' },
    { identifier: 'a840410000000b17' },
    { id: 'x' },
    5,
  ];
  await receive({ connectorId: 1, accountId: 1, usesEuis: true }, undefined, [{ body }]);
  expect(accepted).toEqual([
    { id: 'A840410000000B17', payload: 'aa-bb' },
    { identifier: 'a840410000000b17', id: 'A840410000000B17' },
    { id: 'x' },
    5,
  ]);
});

it('keeps ids of other kinds unchanged', async () => {
  const { accepted, receive } = openReceiver();
  await receive({ connectorId: 1, accountId: 1 }, undefined, [{ body: { id: 'ab', payload: 1 } }]);
  expect(accepted).toEqual([{ id: 'ab', payload: 1 }]);
});
