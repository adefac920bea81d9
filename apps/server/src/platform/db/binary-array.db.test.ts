import { expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { int2Array, int4Array, int8Array, jsonArray, textArray, timeArray } from './binary-array.ts';

it('gives PostgreSQL the same as its text form would', async () => {
  const { pool } = await useTestDatabase();
  const numbers = [0, -1, 1, null, 32_767, -32_768];
  const large = [0, -1, null, 2 ** 31, -(2 ** 31) - 1, 2 ** 32, -(2 ** 32), Number.MAX_SAFE_INTEGER, -(2 ** 53) + 1];
  const times = [0, null, Date.UTC(2026, 10, 15, 12, 30, 0, 123), Date.UTC(1990, 0, 1)];
  const words = ['', null, 'plain', 'with "quotes" and \\', 'ä€𝄞', '{a,b}', 'NULL'];
  const values = ['1', null, '"x"', '{"a":[1,{"b":"ü"}]}', 'null', '1.5e300'];
  const { rows } = await pool.query(
    `select $1::int2[] as small, $2::int4[] as middle, $3::int8[] as large,
       (select array_agg(extract(epoch from t) * 1000 order by nr) from unnest($4::timestamptz[]) with ordinality as x (t, nr)) as times,
       to_jsonb($5::text[]) as words, (select jsonb_agg(v order by nr) from unnest($6::jsonb[]) with ordinality as x (v, nr)) as values,
       cardinality($7::int8[]) as none, cardinality($8::text[]) as nothing`,
    [
      ...[int2Array(numbers), int4Array(numbers), int8Array(large), timeArray(times), textArray(words)],
      ...[jsonArray(values), int8Array([]), textArray([])],
    ],
  );
  const [found] = rows;
  expect(found.small).toEqual(numbers);
  expect(found.middle).toEqual(numbers);
  expect(found.large).toEqual(large);
  expect(found.times.map((each: unknown) => (each === null ? null : Number(each)))).toEqual(times);
  expect(found.words).toEqual(words);
  expect(found.values).toEqual(values.map((each) => (each === null ? null : JSON.parse(each))));
  expect([found.none, found.nothing]).toEqual([0, 0]);
});
