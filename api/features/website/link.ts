import { Matches, MaxLength, ValidateBy } from 'class-validator';
import { IsNotBlank, isAddress, all } from '#api/graphql/schema/texts.ts';

/**
 * Characters that a URL can't contain: whitespace, invisible characters, and backslashes that browsers treat
 * as slashes.
 */
const unwritten = /[\s\p{Cc}\p{Cf}\\]/u;

/** Dummy origin. A path that resolves to another origin isn't ours. */
const here = 'https://here.invalid';

/** Whether a text is a path on this site: it starts with one slash and stays on this origin. */
function isOwnPath(text: string): boolean {
  return text.startsWith('/') && !unwritten.test(text) && URL.parse(text, here)?.origin === here;
}

/** Whether a text is a URL of another page, starting with https:// or http://. */
export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^/]/i.test(text) || unwritten.test(text)) return false;
  const url = URL.parse(text);
  return url !== null && url.username === '' && url.password === '';
}

function isMailTo(text: string): boolean {
  const [, address] = /^mailto:([^?]+)(\?.*)?$/i.exec(text) ?? [];
  return address !== undefined && !unwritten.test(text) && isAddress(address);
}

const notLink = {
  message: 'URL must be a path on this site, such as /packages, or start with https://, http:// or mailto:',
};
const notElsewhere = { message: 'URL must start with https:// or http://' };

/** Rules for every clickable URL. A blank one counts as missing. */
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

/** A path on this site, an external page or a mailto link. Never a script. */
export const IsLink = () =>
  IsUrl(/^\s*($|\/(?![/\\])|https?:\/\/|mailto:)/i, notLink, (text) =>
    [isOwnPath, isWebAddress, isMailTo].some((holds) => holds(text)),
  );

/** An external page. */
export const IsExternalLink = () => IsUrl(/^\s*($|https?:\/\/)/i, notElsewhere, isWebAddress);

/** An uploaded image. Pages show no images from other sites, which would learn who visits. Blank means none. */
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
    { message: `${what} must be an uploaded image` },
  );
