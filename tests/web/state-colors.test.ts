import { describe, expect, test } from 'vitest';
import { system } from '#web/app/theme.ts';
import { contrastOf } from '#web/lib/contrast.ts';
import { stateWord } from '#web/ui/StateIcon.tsx';

/** What a token is in the light (`base`) or in the dark. */
function color(name: string, theme: 'base' | '_dark'): string {
  const { conditions } = system.tokens.getByName(`colors.${name}`)!.extensions;
  return (conditions as Record<string, string>)[theme]!;
}

describe('A state’s label is readable', () => {
  for (const state of Object.keys(stateWord)) {
    test.each(['base', '_dark'] as const)(
      `${state} on its own background, a row and the page, %s`,
      (theme) => {
        for (const ground of [`state.${state}.subtle`, 'bg.panel', 'bg']) {
          const ratio = contrastOf(color(`state.${state}`, theme), color(ground, theme));
          // WCAG 2.2, 1.4.3: text of usual size.
          expect(ratio, ground).toBeGreaterThanOrEqual(4.5);
        }
      },
    );
  }
});
