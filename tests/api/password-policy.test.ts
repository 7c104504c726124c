import { describe, expect, test } from 'vitest';
import {
  requiredPasswordLength,
  passwordProblem,
  policyText,
} from '#api/features/security/password-policy.ts';

const strict = { passwordMinLength: 8, passwordRequireSpecial: true };
const plain = { passwordMinLength: 8, passwordRequireSpecial: false };
const alice = ['alice.smith7@example.com', 'Alice', 'Smith', 'Harbour & Sons Ltd'];
const tooCommon = 'This password is too common. Please choose another one';
const known = 'Password must not be your email address, your name, your company or the name of this product';
const problem = (password: string, policy = strict) => passwordProblem(password, policy, alice);

describe('A new password', () => {
  test.each([
    'Correct-Horse-9!',
    'Tr0ub4dor&3x',
    'blau Rabe 7 Wiese',
    'Ünïcödé-9-Straße',
    '8-Пароль-наш',
    // Scripts without capitals: their letters stand for both.
    '正しい馬の電池ホッチキス-9',
    'סוס-נכון-סוללה-9',
    'حصان-صحيح-بطارية-٩',
    `${'🐎'.repeat(60)}Aa1!`,
    `${'é'.repeat(124)}Aa1!`,
    // Decomposed it has 251 characters; what counts is how a person sees it.
    `${'e\u0301'.repeat(124)}Aa1!`,
  ])('may be "%s"', (password) => {
    expect(problem(password)).toBeNull();
  });

  test.each([
    ['Ab-1234', 'Password must be at least 8 characters long'],
    ['🐎🐎🐎🐎Aa1', 'Password must be at least 8 characters long'],
    [`${'x'.repeat(125)}Aa1!`, 'Password must be 128 characters or less'],
    ['correct-horse-9!', 'Password must contain an uppercase letter'],
    ['CORRECT-HORSE-9!', 'Password must contain a lowercase letter'],
    ['Correct-Horse-!', 'Password must contain a number'],
    ['CorrectHorse99', 'Password must contain a special character'],
  ])('may not be "%s"', (password, sentence) => {
    expect(problem(password)).toBe(sentence);
  });

  test.each([
    'Password1!',
    'P@ssw0rd',
    'Qwerty-123',
    'Dragon2024!',
    '!!Monkey-99',
    'Password1Password1!',
    'Let-Me-In-1',
    'PASSWORDpassword-1',
  ])('may not be one of the most common, however it is altered: "%s"', (password) => {
    expect(problem(password)).toBe(tooCommon);
  });

  test('may start with a common word if it is long', () => {
    expect(problem('Dragon-8461957302!')).toBeNull();
    expect(problem('Dragon of the 7 seas')).toBeNull();
  });

  test.each([
    'Alice.Smith7@example.com',
    'Alice.Smith7',
    'Alice-Smith-2026',
    'HarbourSonsLtd1!',
    'Harbour-Sons-Ltd-1',
    'Netlantern-2026',
    'NetlanternNetlantern1!',
    'HarbourSonsLtdHarbourSonsLtd-1',
  ])('may not consist of the person’s own data: "%s"', (password) => {
    expect(problem(password)).toBe(known);
  });

  test('may be anything if only the product is known', () => {
    expect(passwordProblem('Alice-Smith-2026', strict, [])).toBeNull();
    expect(passwordProblem('Netlantern-2026!', strict, [])).toBe(known);
    expect(passwordProblem('Correct-Horse-9!', strict, ['', ' ', '@', '@@', '---'])).toBeNull();
  });

  test('needs no special character if the policy doesn’t require one', () => {
    expect(problem('CorrectHorse99', plain)).toBeNull();
    expect(problem('CorrectHorse', plain)).toBe('Password must contain a number');
  });

  test('needs the length that the policy requires, and never less than 8', () => {
    const long = { ...strict, passwordMinLength: 20 };
    expect(problem('Correct-Horse-9!', long)).toBe('Password must be at least 20 characters long');
    expect(problem('Correct-Horse-Battery-9!', long)).toBeNull();
    expect(requiredPasswordLength({ ...strict, passwordMinLength: 6 })).toBe(8);
    expect(problem('Ab-1234', { ...strict, passwordMinLength: 6 })).toBe(
      'Password must be at least 8 characters long',
    );
  });
});

test('The policy in words lists its requirements', () => {
  expect(policyText(strict)).toBe(
    'Passwords need an uppercase letter, a lowercase letter and a number, plus a special character, and at least 8 characters.',
  );
  expect(policyText({ passwordMinLength: 12, passwordRequireSpecial: false })).toBe(
    'Passwords need an uppercase letter, a lowercase letter and a number, and at least 12 characters.',
  );
});

test('Any password is checked quickly', () => {
  const start = performance.now();
  for (const letter of ['a', 'A', '1', '-', '🐎', 'é']) problem(letter.repeat(128));
  problem('1'.repeat(60_000));
  problem('-1'.repeat(40_000));
  expect(performance.now() - start).toBeLessThan(1000);
});
