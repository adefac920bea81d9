import { useEmptyDatabase } from '../../backup/testing/empty-database.ts';
import type { Database } from '../db.ts';
import { type Migration, migrateDatabase } from '../migrate.ts';

/** The journal before the baseline: tag, time and hash of each migration. */
const journal: [tag: string, when: number, hash: string][] = [
  ['0000_extensions', 1_794_709_343_676, '1c390abe7d12b65989f852ac4501d582cd9a26b3fcc06936e443937f4a9f555a'],
  ['0001_ground', 1_794_709_344_456, '215f71036847c09ea993af082540d3b596b71f856d97ca78b71180f6a4bf0f05'],
  ['0002_jobs', 1_794_710_078_284, '5fb06e013d8adb073746252b49c31add9cfbe1aa84b484e5fdfc77453e04c24c'],
  ['0003_history', 1_794_710_187_455, '48575ba890b8c8c4bfc7ba23abd509e0fefebf9b26f197720c715f38c977e13d'],
  ['0004_secrets', 1_794_710_707_353, '656f136099251f6b7b028986fc3e12afc05c016f48ac93f21d2f744467864786'],
  ['0005_login_locks', 1_794_711_870_484, 'a743c3a953246c7b78e02b2ff97f9e0eca1447fc3e5aa779fc97003b2b139d1f'],
  ['0006_activity', 1_794_712_337_195, 'd8aa49ea51d78d447f48093def641a12fa1a614b58fd48693d8dcebf6c8d485a'],
  ['0007_scope_statistics', 1_794_714_930_658, '707bab65afd955aee330b1c6e2ba83ba449121d7fc37dd0d69aee1d910fd3846'],
  ['0008_accounts_users_access', 1_794_724_891_285, 'e8c6ad1554b7cccfa2408319b0c17e29e8bc4cf86eb9a86f02bb9b3ab66faff4'],
  ['0009_activity_keep', 1_794_724_903_860, '20667d37770b1abe6a54de0907746a3b8a2713ab075a8b0bd8942b76037da227'],
  ['0010_scope_root_statistics', 1_794_727_387_092, '139bcc10fb735fb5e7b196711c4010476abf48dbfe1b04bcc606e326255d45a0'],
  ['0011_twins_states', 1_794_732_870_653, 'ca2f965ff925fdcfced0404e68adc70e3f929d8fdb5fa2c0db48e9c6dd482e3f'],
  ['0012_state_series', 1_794_732_875_059, '81d64914c00547581782984aa8ed16142917c4c11869aaa262659ecebcf5043c'],
  ['0013_share_secrets', 1_794_732_980_316, 'a43816a57bad1d57959636821fe45695b402c50cf9cd10bc19929be8e2796fa6'],
  ['0014_packets', 1_794_733_249_064, '46fa898a0d7a2b6eb5e2e2ea117313618091a43bb28c2b072e82c550a56341e6'],
  ['0015_map_cells', 1_794_733_286_809, 'a3163a3b75792640bdd8680c82091b9d159096b58b7a6be17e60c57c0afafa8d'],
  ['0016_twin_lists', 1_794_733_968_147, '5b4d2aa5e784467a918ef99d20099c4a507d1728560a66fc8c00a7d482d619b6'],
  ['0017_state_lookups', 1_794_736_057_172, '0190b41fd6410163bb9d7d9d91498ac3b7b75e0f7749ac10d5c011949df4e358'],
  ['0018_devices', 1_794_743_003_749, 'd10745584f3262ea21d6763f313ecd82e2264c5e3ac64fb7e138b595deb3cd4f'],
  ['0019_config_log', 1_794_743_005_569, 'c0633df1978b6e21ab16b01862e565ccc0f319c55a36c5cf0c651ba6760d5549'],
  ['0020_connector_revision', 1_794_743_814_571, 'bfb66fc765b0d150d1227aa620132375317a59d2f47700ce26d4047f1239b683'],
  ['0021_device_search', 1_794_747_830_000, '2166398a1f23ee625958470813534c51bad616375f5a03194223c4a5c71ef72b'],
  ['0022_connector_notes', 1_794_752_788_987, '7899b1f4175085abb27a2b48fa3f63b2f56bf0f807835fb2d9400328f47f9577'],
  ['0023_rules', 1_794_754_917_790, 'e0be0be0b321cfc3c5405684c4077765986a4deb9a095ffc907b1abc5c037b2d'],
  ['0024_rule_notes', 1_794_754_923_386, 'f80a662bb12188d02500e509d12c812ff598ae31e78305400fc269e2c7e79320'],
  ['0025_dashboards', 1_794_767_123_618, '5cff8d32f16b810de0de4c5312f82346531057f42a31685299013b20f39a7675'],
  ['0026_packet_retention', 1_794_767_893_755, 'a98d883071e4ceadb28521f4818963d84e82f6e1f98dd939e57326de6fadac0d'],
  ['0027_simulator', 1_794_779_351_199, '18fc0966e018035cea83dfcb2c16873b7cfb5074b739f209281e634cf5b86083'],
  ['0028_fleet_life', 1_794_780_028_471, '78996f27cc2f6eb30bebb8ecefa06bf6e1e8cd379c7893b7a011e34397e448da'],
  ['0029_packet_days', 1_794_828_006_235, '9d29de07981092f4363203d50eda15bed97e07745f3ba70f56f450e695bf50f9'],
  ['0030_history_defaults', 1_794_829_830_270, 'ec6875cf81f18a28f7008eec7da4d566ee9cc95f59936986e567c05f05971c09'],
  ['0031_history_bundles', 1_794_841_100_778, '22620d009a1345b5257ecf82aba5941a135e01b44359339c66bf98027d310092'],
  ['0032_roomier_pages', 1_794_879_258_632, '6fb5f52873630f5509caaa8667cfe488683c7b7c97494c9e5ab3de9228e0deac'],
  ['0033_quick_statistics', 1_794_915_065_118, '2679bbac0613046888de2f3f11f74df57fb796616d543da3cf424a640e02cb7b'],
  ['0034_plain_values', 1_794_929_242_352, '34ea3e694218f690a99db38a7de31f22e450ea5953eb01a59506260560347c6a'],
  ['0035_packet_lanes', 1_794_985_742_091, 'f739450419128cb776c920bebd9b439b4fb0a7047f1c71a6bd4ff79f28e14eb0'],
  ['0036_share_expiry', 1_794_987_681_068, '8156640d33f70cddd581cf52d90b53cd88e19dc16a710c9bfbea0792f1839a3a'],
];

export const stepsBeforeBaseline: readonly Migration[] = journal.map(([tag, when, hash]) => ({ tag, when, hash }));

/** A database of a version before the baseline: the same schema, recorded as its migrations. */
export async function useDatabaseBeforeBaseline(steps = stepsBeforeBaseline): Promise<Database> {
  const database = await useEmptyDatabase();
  await migrateDatabase(database.url, { upTo: '0000_baseline' });
  await database.pool.query('delete from drizzle.__drizzle_migrations');
  await database.pool.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at)
     select step.hash, step."when" from json_to_recordset($1) as step (hash text, "when" bigint)`,
    [JSON.stringify(steps)],
  );
  return database;
}
