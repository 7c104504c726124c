import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import type { RuleScope } from '#api/features/alerts/alert-rule.entity.ts';
import { maxRules } from '#api/features/alerts/alert-rule.input.ts';
import { AlertCondition } from '#api/features/alerts/alert.enums.ts';
import { matchedDevice, matcherOf, tidyScope } from '#api/features/alerts/rule-scope.ts';
import { exceptionWords, scopeWords } from '#api/features/alerts/rule-scope-words.ts';
import { DeviceRole } from '#api/features/controllers/device.entity.ts';
import type { ConsoleReading, DeviceReading } from '#api/features/unifi/reading.ts';
import { evaluate } from '#api/features/watch/evaluate/evaluate.ts';
import { accessPoint, coreSwitch, office, ports, printer } from '#tests/support/network.ts';
import { rule, Watching } from '#tests/support/watching.ts';

const { gateway, access_point } = DeviceRole;
const acme = { hostId: 'ACME:1', customerId: 'acme', tags: ['gold', 'leeds'] };
const birch = { hostId: 'BIRCH:1', customerId: 'birch', tags: ['gold'] };

const off = (name: string, more: Partial<DeviceReading>) =>
  accessPoint({ name, state: 'offline', mac: macs[name]!, ...more });
const macs: Record<string, string> = {
  Gateway: '0000000000A1',
  Guest: '0000000000A2',
  Lobby: '0000000000B1',
  Odd: '0000000000B2',
};
const atAcme = (...devices: DeviceReading[]) =>
  office({ hostId: 'ACME:1', name: 'Acme', devices: devices.length > 0 ? devices : acmeDevices });
const acmeDevices = [
  off('Gateway', { role: 'gateway', model: 'UDM Pro', isConsole: true, stateReason: 'interrupted' }),
  off('Guest', { name: 'AP Guest Floor', model: 'U6 Pro' }),
];
const atBirch = (...devices: DeviceReading[]) =>
  office({ hostId: 'BIRCH:1', name: 'Birch', devices: devices.length > 0 ? devices : birchDevices });
const birchDevices = [
  off('Lobby', { name: 'AP Lobby', model: 'U7 Pro' }),
  off('Odd', { name: 'Éclair', model: undefined }),
];

function watching(scope: RuleScope, ...exceptions: RuleScope[]) {
  const watch = new Watching(rule({ scope, exceptions, durationMinutes: 1 }));
  watch.sites = [acme, birch];
  return watch;
}

/** What a rule raises alerts about, when everything is down. */
function raised(scope: RuleScope, ...exceptions: RuleScope[]): string[] {
  const watch = watching(scope, ...exceptions);
  for (const minute of [0, 1]) watch.see(minute, atAcme(), atBirch());
  return watch.raised.map(({ deviceName }) => deviceName).toSorted();
}

const all = ['AP Guest Floor', 'AP Lobby', 'Gateway', 'Éclair'];
const aps = { deviceRoles: [access_point] };

describe('A rule covers', () => {
  test.each<[what: string, scope: RuleScope, exceptions: RuleScope[], names: string[]]>([
    ['everything without a scope', {}, [], all],
    ['the sites of a customer', { customerIds: ['acme'] }, [], ['AP Guest Floor', 'Gateway']],
    ['any of its tags', { tags: ['leeds', 'other'] }, [], ['AP Guest Floor', 'Gateway']],
    ['sites', { siteIds: ['BIRCH:1'] }, [], ['AP Lobby', 'Éclair']],
    ['types of devices', { deviceRoles: [gateway] }, [], ['Gateway']],
    ['models, ignoring case, but no device without a reported model', { models: ['u7 PRO', 'UDM Pro'] }, [], ['AP Lobby', 'Gateway']], // prettier-ignore
    ['whole names, ignoring case', { names: ['ap *', 'gate'] }, [], ['AP Guest Floor', 'AP Lobby']],
    ['names with one unknown character', { names: ['?cLAIR', 'AP ?obby'] }, [], ['AP Lobby', 'Éclair']],
    ['single devices', { macs: [macs['Odd']!] }, [], ['Éclair']],
    ['what every list matches', { tags: ['gold'], ...aps, names: ['*lobby*'] }, [], ['AP Lobby']],
    ['nothing if one list matches nothing', { customerIds: ['acme'], siteIds: ['BIRCH:1'] }, [], []],
    ['what no exception matches', aps, [{ ...aps, names: ['*guest*'] }], ['AP Lobby', 'Éclair']],
    ['nothing at an excepted site', {}, [{ customerIds: ['acme'] }], ['AP Lobby', 'Éclair']],
    ['a device without a model despite an exception by model', {}, [{ models: ['U7 Pro'] }], all.filter((one) => one !== 'AP Lobby')], // prettier-ignore
  ])('%s', (_, scope, exceptions, names) => {
    expect(raised(scope, ...exceptions)).toEqual(names);
  });

  test('no site of a customer before the site is known and assigned', () => {
    const watch = watching({ customerIds: ['acme'] });
    watch.sites = [];
    expect(watch.kinds(0, atAcme())).toEqual([]);
    watch.sites = [acme];
    expect(watch.kinds(1, atAcme())).toEqual(['hold', 'hold']);
  });

  test.each<[what: string, scope: RuleScope, less: Partial<DeviceReading>]>([
    ['without its model', { models: ['U7 Pro'] }, { model: undefined }],
    ['with another spelling', { models: ['U7 Pro'] }, { model: 'U7-Pro', unlistedByCloud: true }],
    ['without its type', aps, { role: 'other' }],
    ['without its name', { names: ['ap *'] }, { name: 'U7 Pro', isUnnamed: true }],
  ])('a device that some rounds read %s', (_, scope, less) => {
    const watch = watching(scope);
    const lobby = (more: Partial<DeviceReading> = {}) =>
      atBirch(off('Lobby', { name: 'AP Lobby', model: 'U7 Pro', ...more }));
    watch.see(0, lobby());
    expect(watch.kinds(1, lobby(less))).toEqual(['raise']);
    expect(watch.kinds(2, lobby(less))).toEqual([]);
    expect(watch.kinds(3, lobby())).toEqual([]);
  });

  test('ports and clients of the devices that it covers', () => {
    const wired = (states: ConsoleReading['clients'], ...portStates: Parameters<typeof ports>) =>
      office({ devices: [coreSwitch({ ports: ports(...portStates) })], clients: states });
    for (const condition of [AlertCondition.port_down, AlertCondition.client_disconnect]) {
      const inScope = { condition, durationMinutes: 1 };
      const watch = new Watching(
        rule({ ...inScope, scope: { names: ['core*'] } }),
        rule({ ...inScope, id: 'rule-2', scope: { deviceRoles: [access_point] } }),
        rule({ ...inScope, id: 'rule-3', exceptions: [{ deviceRoles: [DeviceRole.switch] }] }),
      );
      watch.see(0, wired([printer()], 'up'));
      watch.see(1, wired([], 'down'));
      watch.see(2, wired([], 'down'));
      expect(watch.raised.map(({ ruleId }) => ruleId)).toEqual(['rule-1']);
    }
  });
});

describe('When a console is offline, a rule', () => {
  const lost = (devices = acmeDevices) =>
    office({ hostId: 'ACME:1', name: 'Acme', link: 'disconnected', devicesListed: false, devices });
  const outage = (scope: RuleScope, ...exceptions: RuleScope[]) => {
    const watch = watching(scope, ...exceptions);
    const up = acmeDevices.map((device) => ({ ...device, state: 'online' as const, stateReason: undefined }));
    watch.see(0, atAcme(...up));
    for (const minute of [1, 2]) watch.see(minute, lost([]));
    return watch.raised.map(({ deviceName }) => deviceName);
  };
  test.each<[what: string, expected: string[], scope: RuleScope, exceptions: RuleScope[]]>([
    ['about a device behind it reports the console', ['Acme'], aps, []],
    ['about the console itself reports it', ['Acme'], { macs: [macs['Gateway']!] }, []],
    ['about a customer’s sites reports it', ['Acme'], { customerIds: ['acme'] }, []],
    ['about other devices is silent', [], { models: ['U7 Pro'] }, []],
    ['about other sites is silent', [], { customerIds: ['birch'] }, []],
    ['that leaves out the site is silent', [], {}, [{ tags: ['leeds'] }]],
    ['that leaves out some of its devices reports it', ['Acme'], {}, [aps]],
    ['that leaves out all of its devices is silent', [], {}, [{ deviceRoles: [gateway, access_point] }]],
  ])('%s', (_, expected, scope, exceptions) => {
    expect(outage(scope, ...exceptions)).toEqual(expected);
  });

  test('with an exception for some devices reports a console of which no device is known', () => {
    const watch = watching({ customerIds: ['acme'] }, aps);
    for (const minute of [0, 1]) watch.see(minute, lost([]));
    expect(watch.raised).toHaveLength(1);
    const narrow = watching(aps);
    for (const minute of [0, 1]) narrow.see(minute, lost([]));
    expect(narrow.raised).toEqual([]);
  });
});

describe('What leaves a rule', () => {
  const guest = (name: string) => atAcme(off('Guest', { name }));
  const leaving: [what: string, scope: RuleScope, leave: (watch: Watching) => ConsoleReading][] = [
    [
      'because its site moves to another customer',
      { customerIds: ['acme'] },
      (watch) => {
        watch.sites = [{ ...acme, customerId: 'birch' }];
        return guest('AP Guest');
      },
    ],
    [
      'because its site loses a tag',
      { tags: ['leeds'] },
      (watch) => {
        watch.sites = [{ ...acme, tags: [] }];
        return guest('AP Guest');
      },
    ],
    ['because it is renamed', { names: ['*guest*'] }, () => guest('AP Staff')],
    [
      'because an exception is added',
      {},
      (watch) => {
        watch.rules = [rule({ exceptions: [aps], durationMinutes: 1 })];
        return guest('AP Guest');
      },
    ],
  ];

  test.each(leaving)('%s has no alert anymore, which isn’t a recovery', (_, scope, leave) => {
    const watch = watching(scope);
    for (const minute of [0, 1]) watch.see(minute, guest('AP Guest'));
    expect(watch.alerts).toHaveLength(1);
    expect(watch.see(2, leave(watch))).toEqual([
      { kind: 'resolve', alertId: 'alert-1', resolution: 'no_longer_watched' },
    ]);
    expect(watch.kinds(3, leave(watch))).toEqual([]);
  });

  test.each(leaving)(
    '%s raises none if it was pending, and starts over when it is back',
    (_, scope, leave) => {
      const watch = watching(scope);
      const before = { sites: watch.sites, rules: watch.rules };
      watch.see(0, guest('AP Guest'));
      expect(watch.kinds(0.9, leave(watch))).toEqual(['clear']);
      Object.assign(watch, before);
      expect(watch.kinds(1.5, guest('AP Guest'))).toEqual(['hold']);
      expect(watch.kinds(2, guest('AP Guest'))).toEqual([]);
      expect(watch.kinds(2.5, guest('AP Guest'))).toEqual(['raise']);
    },
  );

  test('does so while nothing can be read, and what stays is only unknown', () => {
    const watch = watching({ names: ['*guest*', 'gateway'] });
    for (const minute of [0, 1]) watch.see(minute, atAcme());
    expect(watch.kinds(2)).toEqual(['alter', 'alter']);
    watch.rules = [rule({ scope: { deviceRoles: [gateway] }, durationMinutes: 1 })];
    expect(watch.kinds(3)).toEqual(['resolve']);
  });
});

describe('A name pattern', () => {
  const matches = (name: string, ...names: string[]) =>
    !matcherOf({ names }, []).mismatch(acme, matchedDevice({ mac: '', role: 'other', name }));

  test('matches like a shell’s', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'B', 'é', '🛰'), maxLength: 6 });
    const patterns = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '🛰', '*', '?'), maxLength: 6 });
    fc.assert(
      fc.property(letters, patterns, (name, pattern) => {
        const source = pattern.replaceAll('*', '.*').replaceAll('?', '.');
        expect(matches(name, pattern)).toBe(new RegExp(`^${source}$`, 'isu').test(name));
      }),
      { numRuns: 300 },
    );
  });

  test('with many stars needs no longer than another', () => {
    expect(matches('a'.repeat(100), `${'*a'.repeat(49)}*b`)).toBe(false);
  });
});

describe('A scope is stored', () => {
  test('normalised, so that the same one looks the same', () => {
    expect(
      tidyScope({
        customerIds: ['B', 'a', 'b'],
        tags: [' Gold ', 'gold'],
        siteIds: [],
        deviceRoles: [access_point, gateway, access_point],
        models: ['U6 Pro', 'u6 pro '],
        names: null,
        macs: ['74:ac:b9:12:34:56', '74ACB9123456'],
      }),
    ).toEqual({
      customerIds: ['a', 'b'],
      tags: ['gold'],
      deviceRoles: [gateway, access_point],
      models: ['U6 Pro'],
      macs: ['74ACB9123456'],
    });
  });

  test('and shown in words', () => {
    const names = {
      customer: (id: string) => ({ acme: 'Acme', birch: 'Birch' })[id],
      site: (id: string) => ({ 'ACME:1': 'Leeds' })[id],
      device: (mac: string) => ({ [macs['Lobby']!]: 'AP Lobby' })[mac],
    };
    const words = (scope: RuleScope, ...exceptions: RuleScope[]) => scopeWords(scope, exceptions, names);
    expect(words({})).toBe('All devices');
    expect(words({ customerIds: ['acme'], ...aps }, { names: ['*guest*'] })).toBe(
      'Access points of Acme, except devices named *guest*',
    );
    expect(words({ deviceRoles: [gateway, access_point], models: ['U6 Pro'], tags: ['gold', 'leeds'] })).toBe(
      'Gateways and access points (U6 Pro) at sites tagged gold or leeds',
    );
    expect(words({ macs: [macs['Lobby']!, '74ACB9123456'], siteIds: ['ACME:1', 'gone'] })).toBe(
      'AP Lobby and 74:AC:B9:12:34:56 at Leeds and an unknown site',
    );
    expect(words({}, { customerIds: ['birch', 'gone'] }, { models: ['a', 'b', 'c', 'd', 'e'] })).toBe(
      'All devices, except devices of Birch and a deleted customer, and except a, b, c and 2 more devices',
    );
    expect(exceptionWords({ ...aps, names: ['*guest*', 'x'] }, names)).toBe(
      'access points named *guest* or x',
    );
  });
});

test('With the most rules and name patterns, a round can be interrupted between any two of 6,000 devices that are down', async () => {
  const name = (at: number) => `AP Lobby ${'Building '.repeat(9)}${at}`.slice(0, 100);
  const mac = (at: number) => at.toString(16).toUpperCase().padStart(12, '0');
  const devices = Array.from({ length: 6000 }, (_, at) =>
    accessPoint({ name: name(at), mac: mac(at), state: 'offline' }),
  );
  const patterns = (at: number) =>
    Array.from({ length: 50 }, (_, index) => `*${'b?*i*'.repeat(18)}${at} ${index}x*`);
  const rules = Array.from({ length: maxRules }, (_, at) =>
    rule({
      id: `rule-${at}`,
      ...(at < 10
        ? { scope: { names: patterns(at) }, exceptions: [{ names: patterns(-at) }] }
        : { scope: { tags: ['none'] } }),
    }),
  );
  const round = {
    controllerId: 'controller-1',
    siteIds: 'all' as const,
    sites: [acme],
    beyond: new Set<string>(),
    rules,
    reading: {
      at: new Date(),
      consoles: [
        office({ hostId: 'ACME:1', devices: devices.slice(3000) }),
        office({ hostId: 'BIRCH:1', link: 'disconnected', devices: devices.slice(0, 3000) }),
      ],
    },
    known: { devices: [], clients: [] },
    pending: [],
    alerts: [],
  };
  const steps = evaluate(round);
  let taken = 0;
  while (steps.next().done !== true) taken++;
  expect(taken).toBeGreaterThan(6000);
});
