import { describe, expect, test } from 'vitest';
import { isWithin, normalizeIp, parseRanges } from '#api/features/security/ip-ranges.ts';

describe('An address', () => {
  test.each<[string | null, string[], boolean]>([
    ['203.0.113.9', [], true],
    [null, [], true],
    ['203.0.113.9', ['203.0.113.9'], true],
    ['203.0.113.10', ['203.0.113.9'], false],
    ['203.0.113.200', ['203.0.113.128/25'], true],
    ['203.0.113.127', ['203.0.113.128/25'], false],
    ['255.255.255.255', ['128.0.0.0/1'], true],
    ['127.255.255.255', ['128.0.0.0/1'], false],
    ['10.255.255.255', ['192.0.2.1', '10.0.0.0/8'], true],
    ['::ffff:203.0.113.9', ['203.0.113.9'], true],
    ['::FFFF:CB00:7109', ['203.0.113.0/24'], true],
    ['0:0:0:0:0:ffff:203.0.113.9', ['203.0.113.0/24'], true],
    ['::203.0.113.9', ['203.0.113.0/24'], false],
    ['2001:db8::1', ['2001:db8::/32'], true],
    ['2001:DB8:0:0:0:0:0:1', ['2001:db8::1'], true],
    ['2001:db9::1', ['2001:db8::/32'], false],
    ['2001:db8::1', ['2001:db8::/127'], true],
    ['2001:db8::2', ['2001:db8::/127'], false],
    ['::', ['0.0.0.0/1'], false],
    ['fe80::1%eth0', ['fe80::/10'], true],
    ['fe80::1', ['10.0.0.0/8'], false],
    [null, ['10.0.0.0/8'], false],
    ['', ['10.0.0.0/8'], false],
    ['unknown', ['10.0.0.0/8'], false],
    ['10.0.0.1:5000', ['10.0.0.0/8'], false],
    ['010.0.0.1', ['10.0.0.0/8'], false],
    ['10.0.0.1, 10.0.0.2', ['10.0.0.0/8'], false],
  ])('%j is in %j: %j', (address, ranges, expected) => {
    expect(isWithin(address, ranges)).toBe(expected);
  });

  test('is not in an invalid range, and none of them is an error', () => {
    const wrong = [
      '',
      '/',
      '/8',
      'office',
      '10.0.0.0/',
      '10.0.0.0/33',
      '10.0.0.0/-1',
      '10.0.0.0/8/8',
      '::/129',
    ]
      .concat(['10.0.0.0/8.5', '10.0.0.0/ 8', '10.0.0.0/0x8', '::ffff:10.0.0.0/104', 'x'.repeat(100_000)])
      .concat(['\0', '\ud83d', '[::1]', 'fe80::%', '%', '10.0.0.0/٨', '1::2::3', '::ffff:10.0.0.1/8']);
    for (const line of wrong) expect(isWithin('10.0.0.1', [line]), line).toBe(false);
    expect(isWithin('10.0.0.1', [...wrong, '10.0.0.1'])).toBe(true);
  });

  test.each([
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:0DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::', '::'],
    ['unknown', 'unknown'],
  ])('%s is shown as %s', (address, shown) => expect(normalizeIp(address)).toBe(shown));
});

describe('A list of ranges', () => {
  test.each<[string[], string[]]>([
    [[], []],
    [['', '  ', '\t'], []],
    [
      [' 10.0.0.0/8 ', '', '192.0.2.1'],
      ['10.0.0.0/8', '192.0.2.1'],
    ],
    [['10.0.0.0/8\r\n192.0.2.1\n\n2001:DB8::/32'], ['10.0.0.0/8', '192.0.2.1', '2001:db8::/32']],
    [
      ['192.0.2.1/32', '2001:db8:0:0:0:0:0:1/128'],
      ['192.0.2.1', '2001:db8::1'],
    ],
    [
      ['128.0.0.0/1', '8000::/1'],
      ['128.0.0.0/1', '8000::/1'],
    ],
    [
      ['::1', '::'],
      ['::1', '::'],
    ],
    [
      ['10.0.0.0/8', '10.0.0.0/9'],
      ['10.0.0.0/8', '10.0.0.0/9'],
    ],
  ])('with %j is stored as %j', (typed, ranges) => expect(parseRanges(typed)).toEqual({ ranges }));

  test.each<[string[], string]>([
    [['office'], "Line 1: “office” isn't an IP address or CIDR range"],
    [['', '10.0.0.0 /8'], "Line 2: “10.0.0.0 /8” isn't an IP address or CIDR range"],
    [['10.0.0.0/ 8'], 'Line 1: “10.0.0.0/ 8” must end in a number from /1 to /32'],
    [['10.0.0.0/'], 'Line 1: “10.0.0.0/” must end in a number from /1 to /32'],
    [['10.0.0.0/33'], 'Line 1: “10.0.0.0/33” must end in a number from /1 to /32'],
    [['10.0.0.0/-1'], 'Line 1: “10.0.0.0/-1” must end in a number from /1 to /32'],
    [['10.0.0.0/08'], 'Line 1: “10.0.0.0/08” must end in a number from /1 to /32'],
    [['2001:db8::/129'], 'Line 1: “2001:db8::/129” must end in a number from /1 to /128'],
    [['10.0.0.0/8/8'], "Line 1: “10.0.0.0/8/8” isn't an IP address or CIDR range"],
    [['0.0.0.0/0'], 'Line 1: 0.0.0.0/0 means every address. Leave the list empty to allow any'],
    [['::/0'], 'Line 1: ::/0 means every address. Leave the list empty to allow any'],
    [['10.0.0.5/8'], "Line 1: 10.0.0.5/8 isn't the start of its range. Write 10.0.0.0/8"],
    [['2001:db8::5/64'], "Line 1: 2001:db8::5/64 isn't the start of its range. Write 2001:db8::/64"],
    [['10.0.0.1', '10.0.0.1/32'], 'Line 2: 10.0.0.1 is already in line 1'],
    [['', '2001:db8::1', '', '2001:DB8:0::1'], 'Line 4: 2001:db8::1 is already in line 2'],
    [['fe80::1%eth0'], 'Line 1: write fe80::1 without its zone'],
    [['::ffff:10.0.0.1'], 'Line 1: write the IPv4 address 10.0.0.1 itself, not as IPv6'],
    [['::ffff:a00:0/104'], 'Line 1: write the IPv4 address 10.0.0.0 itself, not as IPv6'],
    [['10.0.0.1, 10.0.0.2'], 'Line 1: write one address or range per line'],
    [['10.0.0.1 10.0.0.0/8'], 'Line 1: write one address or range per line'],
    [['[::1]'], "Line 1: “[::1]” isn't an IP address or CIDR range"],
    [['010.0.0.1'], "Line 1: “010.0.0.1” isn't an IP address or CIDR range"],
    [['１０.0.0.1'], "Line 1: “１０.0.0.1” isn't an IP address or CIDR range"],
    [['x'.repeat(90_000)], `Line 1: “${'x'.repeat(50)}…” isn't an IP address or CIDR range`],
  ])('with %j is refused, with its line number', (typed, problem) =>
    expect(parseRanges(typed)).toEqual({ problem }),
  );
});
