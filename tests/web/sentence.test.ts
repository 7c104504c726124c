import { expect, test } from 'vitest';
import { sentence } from '#web/lib/sentence.ts';

test.each([
  ['The console does not answer', 'The console does not answer.'],
  ['The console does not answer.', 'The console does not answer.'],
  ['The console does not answer. ', 'The console does not answer.'],
  ['All Clear!', 'All Clear!'],
  ['Asking UniFi…', 'Asking UniFi…'],
])('“%s” ends once', (text, ended) => {
  expect(sentence(text)).toBe(ended);
});
