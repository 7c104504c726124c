// Whatever comes as a file is answered for, by line and in words, and nothing of it happens.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TeamRole } from '#api/features/teams/membership.entity.ts';
import { parseFile } from '#api/features/configuration/parse-file.ts';
import type { ConfigurationPreview } from '#api/features/configuration/configuration.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { addMember } from '#tests/support/members.ts';
import { addPerson, enter, type Cast, type Person } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';

let running: Running;
let cast: Cast;
beforeAll(async () => {
  running = await startServer();
  await emptyDatabase();
  cast = await enter(running);
});
afterAll(() => running.close());

const rule = (more: string) => `version: 1\nrules:\n  - name: Hot\n    condition: high_cpu\n    ${more}\n`;
/** Texts of about the largest size that is read, each costly for a parser that isn't careful. */
const large = 240 * 1024;
const filled = (part: (index: number) => string, count: number) =>
  Array.from({ length: count }, (_, index) => part(index)).join('');
const costly: Record<string, string> = {
  'many keys': filled((index) => `k${index}:\n`, 29_000),
  'many keys in braces': `{${filled((index) => `k${index}: 1, `, 19_000)}}`,
  'the same key again and again': filled(() => 'a:\n', large / 3),
  'only opening brackets': '['.repeat(large),
  'only opening braces': '{'.repeat(large),
  'only dashes': '- '.repeat(large / 2),
  'only question marks': '? '.repeat(large / 2),
  'only comments': '#\n'.repeat(large / 2),
  'many anchors': filled((index) => `- &a${index}\n`, 25_000),
  'many merge keys': `a: &a {}\nb: {${'<<: *a,'.repeat(large / 8)}}`,
  'thousands of rules': `version: 1\nrules:\n${filled((index) => `- name: r${index}\n`, 9900)}`,
  'ever deeper lines': filled((index) => `${' '.repeat(index)}a:\n`, 690),
};
const bomb = [
  'a: &a [x]',
  ...'bcdefghi'.split('').map((letter, at) => `${letter}: &${letter} [${`*${'abcdefghi'[at]},`.repeat(9)}]`),
];

describe('An unreadable file', () => {
  test.each<[string, string, number | null, string]>([
    [
      'is empty',
      '',
      null,
      'This isn\'t a configuration file. It starts with "version: 1" and has sections such as "rules:"',
    ],
    ['is a text', 'hello', null, "This isn't a configuration file"],
    ['is a list', '- version: 1', null, "This isn't a configuration file"],
    ['is JSON cut off', '{"version": 1, "rules": [', 1, 'Invalid YAML'],
    ['is not YAML', 'version: 1\nrules:\n - a: b\n  c: [', 4, 'Invalid YAML'],
    ['has tabs', 'version: 1\nrules:\n\t- name: x', 3, 'Invalid YAML'],
    ['says a thing twice', 'version: 1\nversion: 1', 2, 'Invalid YAML: Map keys must be unique'],
    ['has two documents', 'version: 1\n---\nversion: 1', 2, 'Invalid YAML'],
    ['has a tag', 'version: 1\nrules: !!js/function "x"', 2, 'Invalid YAML: Unresolved tag'],
    [
      'has a reference',
      'version: 1\nrules: &a []\nchannels: *a',
      3,
      "Aliases (*) aren't supported. Write the value out",
    ],
    ['is a bomb of references', bomb.join('\n'), 2, "Aliases (*) aren't supported. Write the value out"],
    ['has no version', 'rules: []', null, 'The version is missing. Start with "version: 1"'],
    ['is of another version', 'rules: []\nversion: 2', 2, 'Only version 1 of the file is supported'],
    ['says its version as text', 'version: "1"', 1, 'Only version 1 of the file is supported'],
    ['is nested without end', `version: 1\nrules: ${'['.repeat(20_000)}`, null, 'nested too deeply'],
    [
      'is nested deeper than a file is',
      `version: 1\nrules: ${'['.repeat(50)}${']'.repeat(50)}`,
      null,
      'The file is nested too deeply',
    ],
    ['is too large', `version: 1\n${'# padding\n'.repeat(26_000)}`, null, 'The file must be 250 KB or less'],
  ])('is refused with the reason, because it %s', (_, file, line, message) => {
    const [problem] = parseFile(file).problems;
    expect(problem?.message).toContain(message);
    if (line !== null) expect(problem?.line).toBe(line);
  });

  test.each(Object.entries(costly))(
    'takes no more than a moment to reject, although it has %s',
    (_, text) => {
      const before = process.cpuUsage();
      const { problems } = parseFile(text);
      const { user, system } = process.cpuUsage(before);
      expect(problems).not.toEqual([]);
      // Half a second on an idle machine; comparing every pair of keys took minutes.
      expect((user + system) / 1e6).toBeLessThan(5);
    },
  );
});

describe('A file with an invalid value', () => {
  test.each<[string, string, number, string]>([
    ['an unknown part', 'version: 1\nrule: []', 2, 'There is no section "rule"'],
    ['a part of Object', 'version: 1\n__proto__: []\nconstructor: []', 2, 'There is no section "__proto__"'],
    ['a part that is no list', 'version: 1\nrules: {}', 2, '"rules" must be a list. Use [] for none'],
    ['a part that is nothing', 'version: 1\nchannels:', 2, '"channels" must be a list. Use [] for none'],
    [
      'an entry that is a text',
      'version: 1\nrules:\n  - Hot',
      3,
      'Rule: it must have fields, such as "name:"',
    ],
    ['an entry without a name', 'version: 1\nrules:\n  - condition: high_cpu', 3, 'Rule: name is required'],
    ['a blank name', 'version: 1\nrules:\n  - name: "  "', 3, 'Rule: name is required'],
    ['nothing required', 'version: 1\nrules:\n  - name: Hot', 3, 'Rule "Hot": condition is required'],
    ['an unknown field', rule('color: red'), 5, 'Rule "Hot": there is no field "color"'],
    ['a field of Object', rule('toString: red'), 5, 'Rule "Hot": there is no field "toString"'],
    ['a text for a number', rule('duration: five'), 5, 'Rule "Hot": duration must be a whole number'],
    ['a fraction', rule('duration: 1.5'), 5, 'Rule "Hot": duration must be a whole number'],
    [
      'more than a number can be',
      rule('duration: 99999999999'),
      5,
      'Rule "Hot": duration must be a whole number',
    ],
    ['nothing for a number', rule('duration:'), 5, 'Rule "Hot": duration must be a whole number'],
    ['a word for a switch', rule('isActive: yes'), 5, 'Rule "Hot": isActive must be true or false'],
    ['a switch for a text', rule('threshold: true'), 5, 'Rule "Hot": threshold must be text'],
    [
      'a text for a list',
      rule('channels: email'),
      5,
      'Rule "Hot": channels must be a list, each one of email, slack',
    ],
    [
      'a strange choice',
      rule('channels: [pigeon]'),
      5,
      'Rule "Hot": channels must be a list, each one of email',
    ],
    ['a list for a text', rule('siteId: [a]'), 5, 'Rule "Hot": siteId must be text'],
    [
      'a name twice',
      `${rule('')}  - {name: Hot, condition: high_cpu}`,
      6,
      'Rule "Hot" is listed twice: give each its own name',
    ],
    [
      'a channel twice',
      'version: 1\nchannels:\n  - type: email\n  - type: email',
      4,
      'Channel "email" is listed twice: list each once',
    ],
    [
      'a strange channel',
      'version: 1\nchannels:\n  - type: sms',
      3,
      'Channel "sms": type must be one of email, slack, teams',
    ],
    ['a team that is a text', 'version: 1\nteam: Contoso', 2, 'Team must have one field, "name"'],
    ['an unknown field of the team', 'version: 1\nteam:\n  plan: gold', 3, 'Team: there is no field "plan"'],
  ])('such as %s gets the line and the problem', (_, file, line, message) => {
    const [problem] = parseFile(file).problems;
    expect(problem).toEqual({ line, message: expect.stringContaining(message) });
  });

  test('keeps a number as written where a name is expected', () => {
    const { wanted, problems } = parseFile(
      'version: 1\nrules:\n  - {name: 007, condition: high_cpu, threshold: 80}',
    );
    expect(problems).toEqual([]);
    expect(wanted.rules).toMatchObject([{ name: '007', said: { threshold: { value: '80' } } }]);
  });
});

describe('A problem that only the services can find', () => {
  const preview = async (file: string, person: Person = cast.alice) => {
    const { status, body } = await rest(person).post('/api/configuration/preview', { file });
    return { status, ...(body as ConfigurationPreview) };
  };
  const fileOf = async (person: Person) => (await rest(person).get('/api/configuration')).text;
  const window = (more: string) =>
    `version: 1\nmaintenanceWindows:\n  - {name: Tonight, minutes: 30, timeZone: UTC, ${more}}`;

  test.each<[string, string, number, string]>([
    [
      'a name of 101 characters',
      rule('').replace('Hot', 'x'.repeat(101)),
      3,
      'Name must be 100 characters or less',
    ],
    ['a name that is not seen', rule('').replace('Hot', '"\\u200b"'), 3, 'Rule name is required'],
    ['a zero byte', rule('').replace('Hot', '"a\\0b"'), 3, 'characters that cannot be stored'],
    ['half a character', rule('siteId: "\\ud800"'), 5, 'characters that cannot be stored'],
    ['a duration of two days', rule('duration: 2880'), 5, 'Duration cannot exceed 24 hours'],
    ['a site without a controller', rule('siteId: abc'), 5, 'Choose a controller before a site'],
    ['a channel named twice', rule('channels: [email, email]'), 5, 'Each channel can be chosen once'],
    ['an unknown controller', rule('controller: Elsewhere'), 5, 'this team has no controller "Elsewhere"'],
    ['a window that is over', window('startsAt: 2020-01-01T22:00'), 3, 'It would already have ended'],
    ['a day that is none', window('startsAt: 2030-02-31T22:00'), 3, "This day doesn't exist"],
    ['no address', 'version: 1\nchannels:\n  - {type: email}', 3, 'Please fill in all required fields'],
    [
      'a private address',
      'version: 1\nchannels:\n  - {type: slack, webhookUrl: "https://10.0.0.1/x"}',
      3,
      'Channel "slack": ',
    ],
    [
      'a field of another channel',
      'version: 1\nchannels:\n  - {type: slack, events: [alert.opened]}',
      3,
      `"events" isn't one of its fields`,
    ],
    ['no events', 'version: 1\nchannels:\n  - {type: webhook, events: []}', 3, 'Choose at least one event'],
    ['a team without a name', 'version: 1\nteam:\n  name: ""', 3, 'Team: Team name is required'],
  ])('such as %s gets the line and the problem', async (_, file, line, message) => {
    const before = await fileOf(cast.alice);
    const { problems } = await preview(file);
    expect(problems).toContainEqual({ line, message: expect.stringContaining(message) });
    expect(await fileOf(cast.alice)).toBe(before);
  });

  test('appears with all others in one list, which has a limit', async () => {
    const many = Array.from({ length: 300 }, (_, at) => `  - {name: "${at}", condition: high_cpu, x: 1}`);
    expect((await preview(`version: 1\nrules:\n${many.join('\n')}`)).problems).toHaveLength(100);
  });

  test('a file may also be sent as a raw body', async () => {
    const send = (path: string, method: string, body: string) =>
      rest(cast.alice).send(path, { method, body, headers: { 'content-type': 'application/yaml' } });
    const file = await fileOf(cast.alice);
    const { body } = await send('/api/configuration/preview', 'POST', file);
    const { basedOn, changes } = body as ConfigurationPreview;
    expect(changes).toEqual([]);
    const { status } = await send(`/api/configuration?basedOn=${basedOn}`, 'PUT', file);
    expect(status).toBe(200);
  });

  test('a team with many rules is set up in one request', async () => {
    const carol = await addPerson(running, { firstName: 'Carol' });
    const rules = Array.from(
      { length: 120 },
      (_, at) => `  - {name: "Rule ${at}", condition: high_cpu, threshold: 85%}`,
    );
    const file = `version: 1\nrules:\n${rules.join('\n')}\n`;
    const { changes, basedOn, problems } = await preview(file, carol);
    expect([problems, changes.length]).toEqual([[], 121]);
    const { status } = await rest(carol).put('/api/configuration', { file, basedOn });
    expect(status).toBe(200);
    expect((await fileOf(carol)).match(/- name: Rule/g)).toHaveLength(120);
  });

  test('viewers can read the file but not apply one; members can, but cannot rename the team', async () => {
    const viewer = await addMember(cast.alice, TeamRole.viewer, 'Vera');
    const member = await addMember(cast.alice, TeamRole.member, 'Max');
    const file = await fileOf(viewer);
    expect(file).toContain("name: Alice's company");
    expect((await preview(file, viewer)).status).toBe(403);
    expect((await rest(viewer).put('/api/configuration', { file, basedOn: 'x' })).status).toBe(403);
    const renamed = await preview(file.replace("Alice's company", 'Mine'), member);
    expect(renamed.problems).toEqual([{ line: 7, message: "Team: Only the team's owner can do that." }]);
    expect(await preview(file, member)).toMatchObject({ status: 200, problems: [], changes: [] });
    expect((await rest(cast.vic).get('/api/configuration')).status).toBe(401);
  });
});
