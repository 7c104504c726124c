import { Matches, MaxLength, ValidateBy } from 'class-validator';
import { IsNotBlank, isAddress, all } from '#api/graphql/schema/texts.ts';

/** What no address holds as it is written: blanks, what cannot be seen, and what browsers take for a slash. */
const unwritten = /[\s\p{Cc}\p{Cf}\\]/u;

/** Of no site: an address that stands on another origin when it is read from here is none of our paths. */
const here = 'https://here.invalid';

/** Whether a text is a path of this site: it begins with one slash, and leads nowhere else. */
function isOwnPath(text: string): boolean {
  return text.startsWith('/') && !unwritten.test(text) && URL.parse(text, here)?.origin === here;
}

/** Whether a text is an address of a page elsewhere, which begins with https:// or http://. */
export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^/]/i.test(text) || unwritten.test(text)) return false;
  const url = URL.parse(text);
  return url !== null && url.username === '' && url.password === '';
}

/** Whether a text begins a mail to somebody. */
function isMailTo(text: string): boolean {
  const [, address] = /^mailto:([^?]+)(\?.*)?$/i.exec(text) ?? [];
  return address !== undefined && !unwritten.test(text) && isAddress(address);
}

const notLink = {
  message: 'URL must be a path of this site, such as /packages, or begin with https://, http:// or mailto:',
};
const notElsewhere = { message: 'URL must begin with https:// or http://' };

/** What every address to click on is held to. A blank one has the sentence of one that is missing. */
const IsUrl = (begins: RegExp, sentence: { message: string }, holds: (text: string) => boolean) =>
  all(
    IsNotBlank({ message: 'URL is required' }),
    MaxLength(500, { message: 'URL must be 500 characters or less' }),
    Matches(begins, sentence),
    ValidateBy(
      {
        name: 'isLink',
        validator: {
          validate: (value: unknown) =>
            typeof value !== 'string' || value.trim() === '' || holds(value.trim()),
        },
      },
      sentence,
    ),
  );

/** A path of this site, a page elsewhere, or a mail to somebody. Never a script. */
export const IsLink = () =>
  IsUrl(/^\s*($|\/(?![/\\])|https?:\/\/|mailto:)/i, notLink, (text) =>
    [isOwnPath, isWebAddress, isMailTo].some((holds) => holds(text)),
  );

/** A page elsewhere. */
export const IsExternalLink = () => IsUrl(/^\s*($|https?:\/\/)/i, notElsewhere, isWebAddress);

/** A picture of ours: pages show none of other sites, which would learn who reads them. Blank is none. */
export const IsUploadedImage = (what: string): PropertyDecorator =>
  ValidateBy(
    {
      name: 'isPicture',
      validator: {
        validate: (value: unknown) =>
          typeof value !== 'string' ||
          value === '' ||
          (value.length <= 500 && value.startsWith('/uploads/') && isOwnPath(value)),
      },
    },
    { message: `${what} must be a picture that was uploaded here` },
  );
