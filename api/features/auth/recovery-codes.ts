import { createHash, randomInt } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { User } from '../users/user.entity.ts';
import { RecoveryCode } from './recovery-code.entity.ts';

/** Nothing that is mistaken for another when it is read from paper: no 0, O, 1, I, L. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** 13 of 31 characters are 64 bits: enough that a fast hash may keep them (AUTH.md, 3). */
const characters = 13;

const howMany = 10;

/** From this many on, using one says how many are left. */
export const fewRecoveryCodes = 3;

/** Replaces the person's recovery codes within the caller's transaction. @returns the new ones, to be shown this once */
export async function renewCodes(em: EntityManager, user: User): Promise<string[]> {
  const codes = Array.from({ length: howMany }, newCode);
  await dropCodes(em, user);
  await em.insertMany(
    RecoveryCode,
    codes.map((code) => ({ user: user.id, codeHash: hashOf(normal(code)) })),
  );
  return codes;
}

export async function dropCodes(em: EntityManager, user: User): Promise<void> {
  await em.nativeDelete(RecoveryCode, { user: user.id });
}

/** Uses a code up, once however many try at the same moment. @returns whether it was one of theirs */
export async function takeCode(em: EntityManager, user: User, given: string): Promise<boolean> {
  const code = normal(given);
  if (!isShapedLikeOne(code)) return false;
  return (await em.nativeDelete(RecoveryCode, { user: user.id, codeHash: hashOf(code) })) > 0;
}

export function codesLeft(em: EntityManager, user: User): Promise<number> {
  return em.count(RecoveryCode, { user: user.id });
}

/** Whether it could be a recovery code, in capitals or not, with or without its dashes. */
export const isRecoveryCode = (given: string): boolean => isShapedLikeOne(normal(given));

function newCode(): string {
  const drawn = Array.from({ length: characters }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${drawn.slice(0, 4)}-${drawn.slice(4, 9)}-${drawn.slice(9)}`;
}

const normal = (given: string): string => given.replace(/[\s-]/g, '').toUpperCase();

const isShapedLikeOne = (code: string): boolean => new RegExp(`^[${alphabet}]{${characters}}$`).test(code);

const hashOf = (code: string): string => createHash('sha256').update(code).digest('hex');
