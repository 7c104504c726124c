/** A page of the public site as it comes over the line, taken apart. */
export interface Page {
  status: number;
  headers: Headers;
  text: string;
  titles: string[];
  canonical: string | undefined;
  /** Each element with its content. */
  scripts: { attributes: string; content: string }[];
  styles: { attributes: string; content: string }[];
  meta: (name: string) => string;
  /** The operations that the server ran for the browser. */
  state: Record<string, unknown>;
}

/** Opens a page as a browser does. `more`: other headers. */
export async function pageAt(url: string, path: string, more: Record<string, string> = {}): Promise<Page> {
  const { status, headers, ...answer } = await fetch(url + path, {
    headers: { accept: 'text/html', ...more },
    redirect: 'manual',
  }).then(async (response) => ({
    status: response.status,
    headers: response.headers,
    text: await response.text(),
  }));
  const { text } = answer;
  const all = (name: string) =>
    [...text.matchAll(new RegExp(`<${name}([^>]*)>(.*?)</${name}>`, 'gs'))].map(
      ([, attributes = '', content = '']) => ({ attributes, content }),
    );
  const scripts = all('script');
  const state = scripts.find(({ attributes }) => attributes.includes('id="site-state"'))?.content ?? '{}';
  return {
    status,
    headers,
    text,
    scripts,
    styles: all('style'),
    titles: all('title').map(({ content }) => content),
    canonical: /<link rel="canonical" href="([^"]*)"/.exec(text)?.[1],
    meta: (name) => new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(text)?.[1] ?? '',
    state: JSON.parse(state) as Record<string, unknown>,
  };
}
