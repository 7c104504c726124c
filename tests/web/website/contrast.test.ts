import { describe, expect, test } from 'vitest';
import { contrastOf, contrastWords, hexColor } from '#web/lib/contrast.ts';

describe('the contrast of a selected color', () => {
  test.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#777777', '#ffffff', 4.48],
    ['#2563eb', '#ffffff', 5.17],
  ])('of %s to %s matches WCAG: %s', (one, other, ratio) => {
    expect(contrastOf(one, other)).toBeCloseTo(ratio, 2);
    expect(contrastOf(other, one)).toBeCloseTo(ratio, 2);
  });

  test('is never rounded up to a pass', () => {
    expect(contrastWords(contrastOf('#777777', '#ffffff'))).toBe('4.4:1');
    expect(contrastWords(21)).toBe('21.0:1');
  });

  test.each([
    ['#2563EB', '#2563eb'],
    [' 2563eb ', '#2563eb'],
    ['#25e', undefined],
    ['blue', undefined],
    ['#2563eg', undefined],
    ['', undefined],
    ['#2563eb80', undefined],
  ])('accepts %j as %s', (typed, color) => expect(hexColor(typed)).toBe(color));
});
