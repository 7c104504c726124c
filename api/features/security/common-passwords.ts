import { dictionary } from '@zxcvbn-ts/language-common';

/** Tens of thousands of passwords that people really chose, most common first. Source: @zxcvbn-ts/language-common (MIT). */
const ranked = dictionary['passwords-common'].map((password) => password.toLowerCase());

const all = new Set(ranked);

/** ASVS 6.2.4 asks for the 3,000 most common: few enough that each is also a bad beginning of a longer one. */
const mostCommon = new Set(ranked.slice(0, 3000));

/** Whether a password in lower case is on the list as it stands. */
export const isCommon = (password: string): boolean => all.has(password);

/** Whether a password in lower case is one of the 3,000 most common. */
export const isMostCommon = (password: string): boolean => mostCommon.has(password);
