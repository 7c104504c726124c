// node --import ./api/boot/ts-hook.mjs file.ts: TypeScript with decorator metadata on plain Node, resolution left to Node.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'rolldown/utils';

export const compilerOptions = {
  lang: 'ts',
  sourcemap: true,
  target: 'node24',
  tsconfig: false,
  decorator: { legacy: true, emitDecoratorMetadata: true },
  assumptions: { setPublicClassFields: true },
  typescript: { removeClassFieldsWithoutInitializer: true },
};

registerHooks({
  load(url, context, next) {
    if (!url.startsWith('file:') || !url.endsWith('.ts') || url.includes('/node_modules/')) {
      return next(url, context);
    }
    const file = fileURLToPath(url);
    const out = transformSync(file, readFileSync(file, 'utf8'), compilerOptions);
    if (out.errors.length) throw new SyntaxError(out.errors.map((e) => e.message ?? String(e)).join('\n'));
    const map = Buffer.from(JSON.stringify(out.map)).toString('base64');
    return {
      format: 'module',
      shortCircuit: true,
      source: `${out.code}\n//# sourceMappingURL=data:application/json;base64,${map}`,
    };
  },
});
process.setSourceMapsEnabled(true);
