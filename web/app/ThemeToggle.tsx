import { Button, chakra } from '@chakra-ui/react';
import { Moon, Sun } from '#web/ui/icons.tsx';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import { useTheme } from './useTheme.ts';

const toLight = 'Switch to light theme';
const toDark = 'Switch to dark theme';

/** Both ways stand in the page and the style shows one of them: the server, which writes pages too, knows no theme. */
export function ThemeToggle() {
  const { theme, toggle } = useTheme();
  return (
    <Tooltip content={theme === 'dark' ? toLight : toDark}>
      <Button variant="ghost" px={0} onClick={toggle}>
        <chakra.span display="none" _dark={{ display: 'block' }}>
          <Sun size={20} strokeWidth={1.75} aria-hidden />
          <chakra.span srOnly>{toLight}</chakra.span>
        </chakra.span>
        <chakra.span _dark={{ display: 'none' }}>
          <Moon size={20} strokeWidth={1.75} aria-hidden />
          <chakra.span srOnly>{toDark}</chakra.span>
        </chakra.span>
      </Button>
    </Tooltip>
  );
}
