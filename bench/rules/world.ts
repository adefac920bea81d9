import type pg from 'pg';
import { ruleDefinition } from '../../packages/contract/src/rule.ts';

const when = (metric: string, cmp: 'gt' | 'lt', value: number) => ({ op: 'when', metric, cmp, value });

/** Of ten rules, seven read one value, one reads two, one the mean of the last five, and one has a script. */
function definitionOf(device: number) {
  const state = (nr: number) => (device - 1) * 4 + nr;
  const temperature = { alias: 'temperature', stateId: state(1) };
  const humidity = { alias: 'humidity', stateId: state(2) };
  const kind = device % 10;
  const alarm = { severity: 'warning', message: 'Too warm: {{temperature}}' };
  // Values range from 15 to 25: about one in a hundred is above.
  const tree = when('temperature', 'gt', 24.9);
  if (kind === 7) {
    const both = { op: 'and', children: [tree, when('humidity', 'lt', 60)] };
    return { metrics: [temperature, humidity], conditions: { mode: 'tree', tree: both }, alarm };
  }
  if (kind === 8) {
    const mean = { ...temperature, operation: 'avg', historyCount: 5 };
    return { metrics: [mean], conditions: { mode: 'tree', tree }, alarm };
  }
  if (kind === 9) {
    return { metrics: [temperature], conditions: { mode: 'script', script: 'return temperature > 24.9;' }, alarm };
  }
  return { metrics: [temperature], conditions: { mode: 'tree', tree }, alarm };
}

/** One rule on each of the first twins, which are the devices. */
export async function buildRules(pool: pg.Pool, devices: number): Promise<void> {
  const step = 1_000;
  for (let first = 1; first <= devices; first += step) {
    const rows = Array.from({ length: Math.min(step, devices - first + 1) }, (_, index) => {
      const definition = ruleDefinition.parse(definitionOf(first + index));
      return { twin_id: first + index, definition };
    });
    await pool.query(
      `with made as (
         insert into twin_rules (twin_id, title, definition)
         select twin_id, 'Rule ' || twin_id, definition
         from jsonb_to_recordset($1::jsonb) as entry (twin_id bigint, definition jsonb) returning id, definition),
       remembered as (insert into rule_status (rule_id) select id from made)
       insert into rule_states (rule_id, state_id, kind)
       select distinct id, (metric ->> 'stateId')::bigint, 'metric'
       from made, jsonb_array_elements(definition -> 'metrics') as metric`,
      [JSON.stringify(rows)],
    );
  }
  await pool.query('analyze');
}
