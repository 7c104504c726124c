import { testsBesides } from './vitest.config.ts';

/** A file of `api/wiring/`, and a piece of it that the program does without. */
const { WITHOUT_FILE: file = '', WITHOUT_TEXT: text = '' } = process.env;

const without = {
  name: 'without a piece of the wiring',
  enforce: 'pre',
  transform(code: string, id: string) {
    if (!id.endsWith(`/${file}`)) return undefined;
    // The last occurrence is its use. The first is its import.
    const at = code.lastIndexOf(text);
    if (at < 0) throw new Error(`${file} has no ${text}`);
    return { code: code.slice(0, at) + code.slice(at + text.length), map: null };
  },
};

const all = testsBesides([]);
const projects = all.test?.projects ?? [];

/** For `wiring.removed.deep.test.ts`. */
export default {
  ...all,
  test: {
    ...all.test,
    projects: projects.map((project) => {
      if (typeof project !== 'object' || !('test' in project)) throw new Error('No project');
      // What is kept on disk of a changed file would serve other runs.
      return { ...project, plugins: [without], test: { ...project.test, fsModuleCache: false } };
    }),
  },
};
