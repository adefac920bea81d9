import { ruleLimits } from '@stellwerk/contract/rule';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { above, anAlarm, createWatchedWorld, metricsOf, type WatchedWorld } from './testing/watched.ts';

let world: WatchedWorld;
beforeAll(async () => {
  world = await createWatchedWorld();
});
afterAll(() => world.close());

const mail = {
  type: 'mail',
  options: { to: ['watch@example.com'], subject: 'It is {{temperature}}', body: 'at {{twin.title}}' },
};

it('sends commands through the outbox, filled with the values of that moment', async () => {
  const watched = await world.device();
  const ruleId = await world.rule(watched.device, {
    metrics: metricsOf(watched.ids, 'temperature'),
    conditions: above('temperature', 30),
    commands: [mail],
  });
  await world.tell(watched, { temperature: 31 }, { temperature: 5 });
  const queued = (await world.queued()).filter(({ key }) => key === `rule/${ruleId}`);
  expect(queued).toHaveLength(1);
  expect(JSON.stringify(queued[0]?.payload)).toContain('It is 31');
  expect(await world.commands(ruleId)).toMatchObject([{ state: 'queued', target: 'watch@example.com' }]);
});

it('keeps still for the time of the throttle, and no longer', async () => {
  const watched = await world.device();
  const ruleId = await world.rule(watched.device, {
    metrics: metricsOf(watched.ids, 'temperature'),
    commands: [mail],
    throttleHours: 0.5,
  });
  await world.tell(watched, { temperature: 1 }, { temperature: 2 }, { temperature: 3 });
  world.wait(30 * 60_000);
  await world.tell(watched, { temperature: 4 });
  expect((await world.executions(ruleId)).map(({ result, count }) => [result, count])).toEqual([
    ['executed', 1],
    ['throttled', 2],
    ['executed', 1],
  ]);
  expect(await world.commands(ruleId)).toHaveLength(2);
});

it('grants an account its mails of the hour, tells of the rest, and grants again in the next', async () => {
  const watched = await world.device();
  const ruleId = await world.rule(watched.device, {
    metrics: metricsOf(watched.ids, 'temperature'),
    commands: [mail],
  });
  const other = await world.device();
  const otherRule = await world.rule(other.device, { metrics: metricsOf(other.ids, 'temperature'), commands: [mail] });
  const flood = Array.from({ length: ruleLimits.mailsPerHour + 50 }, (_, n) =>
    world.message(watched, { temperature: n }),
  );
  await world.send(watched, ...flood);
  const states = Map.groupBy(await world.commands(ruleId), ({ state }) => state);
  expect(states.get('queued')).toHaveLength(ruleLimits.mailsPerHour);
  expect(states.get('limited')).toMatchObject([{ code: 'RULE_COMMANDS_LIMITED' }]);
  expect(await world.status(ruleId)).toMatchObject({ executions: ruleLimits.mailsPerHour + 50, limited: 50 });
  expect((await world.executions(ruleId)).at(-1)).toMatchObject({ result: 'executed', count: 50 });
  // Another account is not affected.
  await world.tell(other, { temperature: 1 });
  expect(await world.commands(otherRule)).toMatchObject([{ state: 'queued' }]);
  world.wait(3_600_000);
  await world.tell(watched, { temperature: 1 });
  expect((await world.commands(ruleId)).at(-1)).toMatchObject({ state: 'queued' });
});

it('sets a rule aside whose script hangs, records its errors, and goes on with the others', async () => {
  const watched = await world.device();
  const metrics = metricsOf(watched.ids, 'temperature');
  const hanging = await world.rule(watched.device, {
    ...{ metrics, conditions: { mode: 'script', script: 'while (true);' }, alarm: anAlarm },
  });
  const throwing = await world.rule(watched.device, {
    ...{ metrics, conditions: { mode: 'script', script: 'return temperature.no.such' }, alarm: anAlarm },
  });
  const well = await world.rule(watched.device, {
    ...{ metrics, conditions: { mode: 'script', script: 'return temperature > 1' }, alarm: anAlarm },
  });
  await world.tell(watched, { temperature: 1 }, { temperature: 2 }, { temperature: 3 }, { temperature: 4 });
  const status = await world.status(hanging);
  expect(status.pausedUntil?.getTime()).toBeGreaterThan(world.clock.now().getTime());
  expect((await world.executions(hanging)).at(-1)).toMatchObject({ result: 'error', code: 'RULE_PAUSED' });
  expect(await world.executions(throwing)).toMatchObject([{ result: 'error', code: 'SCRIPT_ERROR', count: 4 }]);
  expect((await world.executions(well)).map(({ result, count }) => [result, count])).toEqual([
    ['notMet', 1],
    ['executed', 3],
  ]);
  expect(await world.alarms(hanging)).toEqual([]);
  // After the pause the rule is evaluated again.
  const before = (await world.status(hanging)).evaluations;
  world.wait(20 * 60_000);
  await world.tell(watched, { temperature: 5 });
  expect((await world.status(hanging)).evaluations).toBe(before + 1);
}, 60_000);

it('says so when the state of a metric is gone', async () => {
  const watched = await world.device();
  const extra = await world.addState(watched.device, 'extra');
  const metrics = [...metricsOf(watched.ids, 'temperature'), { alias: 'extra', stateId: extra }];
  const ruleId = await world.rule(watched.device, { metrics, alarm: anAlarm });
  await world.db.execute(`delete from states where id = ${extra}`);
  await world.tell(watched, { temperature: 1 });
  expect(await world.executions(ruleId)).toMatchObject([
    { result: 'error', code: 'RULE_STATE_GONE', params: { alias: 'extra' } },
  ]);
});

it('cuts a chain of rules that set each other off for ever', async () => {
  const watched = await world.device();
  const sets = (stateKey: string, value: string) => [{ type: 'setState', options: { stateKey, value } }];
  const ping = await world.rule(watched.device, {
    metrics: metricsOf(watched.ids, 'temperature'),
    commands: sets('humidity', '{{temperature}}'),
  });
  const pong = await world.rule(watched.device, {
    metrics: metricsOf(watched.ids, 'humidity'),
    commands: sets('temperature', '{{humidity}}'),
  });
  await world.server.outbox.start();
  await world.tell(watched, { temperature: 7 });
  // The clock advances between one rule and the next.
  const ticking = setInterval(() => world.wait(1), 1);
  onTestFinished(() => clearInterval(ticking));
  const cut = async () => {
    const all = [...(await world.commands(ping)), ...(await world.commands(pong))];
    return all.filter(({ state }) => state === 'cut');
  };
  await expect.poll(cut, { timeout: 30_000 }).toMatchObject([{ code: 'RULE_CHAIN_CUT' }]);
  await world.server.outbox.stop();
  const { executions } = await world.status(ping);
  expect(executions + (await world.status(pong)).executions).toBe(ruleLimits.chainDepth + 1);
}, 60_000);
