import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { asOwner } from '#tests/support/database.ts';
import { Programs } from '#tests/support/programs.ts';
import { Rounds, until } from '#tests/support/rounds.ts';

let rounds: Rounds;
let programs: Programs;

/** What the next version's migration does, and its undoing. */
const newer = 'Migration29991231000000_newer';
const migrated = [
  `alter table alert add column newer text not null default 'by the newer version'`,
  `insert into mikro_orm_migrations (name) values ('${newer}')`,
];
const undone = [
  'alter table alert drop column if exists newer',
  `delete from mikro_orm_migrations where name = '${newer}'`,
];

beforeAll(async () => {
  rounds = await Rounds.start();
});
afterAll(() => rounds.running.close());
beforeEach(async () => {
  await rounds.begin({ realTime: true });
  programs = new Programs(rounds.running);
});
afterEach(async () => {
  await programs.end();
  for (const statement of undone) await asOwner(statement);
  await rounds.end();
});

test('A node keeps running, and can start, on a database that a newer version has migrated', async () => {
  await rounds.addRule();
  await rounds.rows('update alert_rule set duration = 0');
  const office = await rounds.addController();
  const older = await programs.start({ pollIntervalSeconds: 1 });
  const ready = async (url: string) => (await fetch(`${url}/readyz`)).status === 200;
  await until(() => ready(older.url), 20_000);
  for (const statement of migrated) await asOwner(statement);
  rounds.network.device('AP Lobby').goOffline();
  await until(async () => (await rounds.alerts(office)).length === 1, 20_000);
  expect(await ready(older.url)).toBe(true);

  await programs.leave(older);
  const again = await programs.start({ pollIntervalSeconds: 1 });
  await until(() => ready(again.url), 20_000);
  rounds.network.device('AP Lobby').comeOnline();
  await until(async () => (await rounds.alerts(office)).length === 0, 20_000);
  expect(await rounds.rows('select newer from alert')).toEqual([{ newer: 'by the newer version' }]);
});
