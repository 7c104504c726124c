import { describe, expect, test } from 'vitest';
import { durationWords } from '#web/features/alerts/alert-words.ts';
import {
  durationOf,
  thresholdHint,
  thresholdWords,
  toInput,
  toValues,
} from '#web/features/alerts/rules/rule-form.ts';
import { rule, scopeOf } from './samples.ts';

describe('a new rule', () => {
  test('starts for all controllers, with 5 minutes, no channels, active, without tickets', () => {
    expect(toValues()).toEqual({
      name: '',
      condition: '',
      controllerId: 'all',
      siteId: '',
      scope: [],
      exceptions: [],
      threshold: '',
      duration: 5,
      fold: true,
      channels: [],
      isActive: true,
      haloEnabled: false,
      haloSeverityLevels: ['critical'],
      haloClientId: null,
      haloClientName: null,
      haloSiteId: null,
      haloSiteName: null,
      haloPriority: 2,
      haloCategory: 1,
      haloCategoryName: null,
    });
  });

  test('for all controllers names no controller', () => {
    const input = toInput({ ...toValues(), name: 'Gateways', condition: 'device_offline' });
    expect(input.controllerId).toBeNull();
  });
});

describe('an edited rule', () => {
  test('is unchanged if nothing is edited', () => {
    const { id: _, covers: __, ...fields } = rule;
    expect(toInput(toValues(rule))).toEqual({ ...fields, scope: {} });
  });

  test('keeps its scope and exceptions, and loses a list that was emptied', () => {
    const scope = { customerIds: ['acme'], deviceRoles: ['access_point' as const] };
    const values = toValues({
      ...rule,
      scope: scopeOf(scope),
      exceptions: [scopeOf({ names: ['*guest*'] })],
    });
    expect(toInput(values)).toMatchObject({ scope, exceptions: [{ names: ['*guest*'] }] });
    const emptied = values.scope.map(({ kind }) => ({ kind, values: [] }));
    expect(toInput({ ...values, scope: emptied }).scope).toEqual({});
  });

  test('loses its threshold when the field is cleared', () => {
    expect(toInput({ ...toValues(rule), threshold: '' }).threshold).toBeNull();
  });

  test('loses its threshold when the condition has none', () => {
    expect(toInput({ ...toValues(rule), condition: 'port_down' }).threshold).toBeNull();
  });

  test('loses its site when it applies to all controllers again', () => {
    const input = toInput({ ...toValues({ ...rule, controllerId: 'c', siteId: 's' }), controllerId: 'all' });
    expect(input).toMatchObject({ controllerId: null, siteId: null });
  });
});

test.each([
  ['', 5],
  ['abc', 5],
  [undefined, 5],
  ['12', 12],
  [0, 0],
  [1441, 1441],
  [2.7, 2],
])('a duration typed as %j is %i minutes', (typed, minutes) => {
  expect(durationOf(typed)).toBe(minutes);
});

test.each([
  ['high_cpu', '80%', '> 80%'],
  ['low_disk', '10%', '< 10%'],
  ['high_bandwidth', '100MB', '> 100MB'],
  ['high_memory', null, '> 90%'],
  ['port_down', null, undefined],
] as const)('%s with the threshold %s, usually 90%%, reads %s', (condition, threshold, words) => {
  expect(thresholdWords({ condition, threshold }, '90%')).toBe(words);
});

test.each([
  ['high_cpu', 'CPU percentage such as 80%'],
  ['high_memory', 'Memory percentage such as 85%'],
  ['low_disk', 'Disk space percentage such as 10%'],
  ['high_bandwidth', 'Bandwidth such as 100MB or 1GB'],
  ['device_offline', undefined],
  ['port_down', undefined],
  ['client_disconnect', undefined],
  ['', undefined],
] as const)('the threshold of %j is explained as %s', (condition, hint) => {
  expect(thresholdHint(condition)).toBe(hint);
});

test.each([
  [1, 'for 1 minute'],
  [5, 'for 5 minutes'],
  [60, 'for 1 h'],
  [90, 'for 1 h 30 min'],
  [1440, 'for 24 h'],
])('%i minutes read "%s"', (minutes, words) => {
  expect(durationWords(minutes)).toBe(words);
});
