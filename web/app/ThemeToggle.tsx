import { Button } from '@chakra-ui/react';
import { Moon, Sun } from 'lucide-react';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import { useTheme } from './useTheme.ts';

export function ThemeToggle() {
  const { theme, toggle } = useTheme();
  const label = theme === 'dark' ? 'Switch to light theme' : 'Switch to dark theme';
  const Icon = theme === 'dark' ? Sun : Moon;
  return (
    <Tooltip content={label}>
      <Button variant="ghost" px={0} aria-label={label} onClick={toggle}>
        <Icon size={20} strokeWidth={1.75} aria-hidden />
      </Button>
    </Tooltip>
  );
}
