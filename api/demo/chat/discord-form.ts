import { isObject, objectsIn, textIn, type Json } from './answer.ts';

/** A flaw by the path of what is wrong, as Discord nests it: `embeds.0.title`. */
interface Flaw {
  path: string;
  code: string;
  message: string;
}

/** Characters (discord-api-docs: resources/message, embed limits). */
const longest = { title: 256, description: 4096 };
const longestTogether = 6000;

/** What Discord's form check finds, nested under the names of the fields; undefined when all is right. */
export function formErrors(body: Json): Json | undefined {
  const embeds = objectsIn(body.embeds);
  const flaws = [
    tooLong('content', body.content, 2000),
    tooLong('username', body.username, 80),
    /clyde|discord/i.test(textIn(body.username)) && {
      path: 'username',
      code: 'USERNAME_INVALID_CONTAINS',
      message: 'Username cannot contain "discord"',
    },
    embeds.length > 10 && {
      path: 'embeds',
      code: 'BASE_TYPE_MAX_LENGTH',
      message: 'Must be 10 or fewer in length.',
    },
    ...embeds.flatMap((embed, index) => embedFlaws(embed, `embeds.${index}`)),
    embeds.reduce((sum, embed) => sum + sizeOf(embed), 0) > longestTogether && {
      path: 'embeds',
      code: 'MAX_EMBED_SIZE_EXCEEDED',
      message: `Embed size exceeds maximum size of ${longestTogether}`,
    },
  ].filter((flaw): flaw is Flaw => Boolean(flaw));
  return flaws.length > 0 ? nest(flaws) : undefined;
}

function embedFlaws(embed: Json, path: string): (Flaw | false)[] {
  const fields = objectsIn(embed.fields);
  const isColor =
    embed.color === undefined || (Number.isInteger(embed.color) && Number(embed.color) <= 0xffffff);
  return [
    tooLong(`${path}.title`, embed.title, longest.title),
    tooLong(`${path}.description`, embed.description, longest.description),
    tooLong(`${path}.footer.text`, isObject(embed.footer) ? embed.footer.text : '', 2048),
    tooLong(`${path}.author.name`, isObject(embed.author) ? embed.author.name : '', 256),
    !isColor && { path: `${path}.color`, code: 'NUMBER_TYPE_COERCE', message: 'Value is not int.' },
    embed.url !== undefined &&
      !/^https?:\/\//.test(textIn(embed.url)) && {
        path: `${path}.url`,
        code: 'URL_TYPE_INVALID_SCHEME',
        message: "Scheme must be one of ('http', 'https').",
      },
    fields.length > 25 && {
      path: `${path}.fields`,
      code: 'BASE_TYPE_MAX_LENGTH',
      message: 'Must be 25 or fewer in length.',
    },
    ...fields.flatMap(({ name, value }, index) => [
      required(`${path}.fields.${index}.name`, name),
      required(`${path}.fields.${index}.value`, value),
      tooLong(`${path}.fields.${index}.name`, name, 256),
      tooLong(`${path}.fields.${index}.value`, value, 1024),
    ]),
  ];
}

function tooLong(path: string, value: unknown, most: number): Flaw | false {
  return (
    textIn(value).length > most && {
      path,
      code: 'BASE_TYPE_BAD_LENGTH',
      message: `Must be ${most} or fewer in length.`,
    }
  );
}

function required(path: string, value: unknown): Flaw | false {
  return (
    textIn(value).trim() === '' && { path, code: 'BASE_TYPE_REQUIRED', message: 'This field is required' }
  );
}

function sizeOf(embed: Json): number {
  const texts = [
    embed.title,
    embed.description,
    isObject(embed.footer) && embed.footer.text,
    isObject(embed.author) && embed.author.name,
    ...objectsIn(embed.fields).flatMap(({ name, value }) => [name, value]),
  ];
  return texts.reduce<number>((sum, text) => sum + textIn(text).length, 0);
}

function nest(flaws: Flaw[]): Json {
  const root: Json = {};
  for (const { path, code, message } of flaws) {
    let at = root;
    for (const name of path.split('.')) {
      const next = at[name];
      const inner: Json = isObject(next) ? next : {};
      at[name] = inner;
      at = inner;
    }
    at._errors = [...objectsIn(at._errors), { code, message }];
  }
  return root;
}
