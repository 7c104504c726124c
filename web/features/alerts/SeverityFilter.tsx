import { chakra, VisuallyHidden } from '@chakra-ui/react';
import { useId } from 'react';
import { StateShape } from '#web/ui/StateShape.tsx';
import { isOfLevel, levels, type Level } from './severity-filter.ts';
import type { ShownAlert } from './fold-alerts.ts';

type Props = { value: Level; onChange: (level: Level) => void; alerts: readonly ShownAlert[] };

/** Which alerts to show, with how many there are of each: the count answers "how bad?" before anything is chosen. */
export function SeverityFilter({ value, onChange, alerts }: Props) {
  const group = useId();
  return (
    <chakra.fieldset
      display="inline-flex"
      // A fieldset is as wide as its content unless told otherwise.
      minW={0}
      maxW="full"
      overflowX="auto"
      scrollbarWidth="none"
      p="3px"
      gap="2px"
      borderRadius="control"
      bg="bg.muted"
      w={{ base: 'full', sm: 'auto' }}
    >
      <VisuallyHidden asChild>
        <legend>Severity</legend>
      </VisuallyHidden>
      {levels.map(({ level, label }) => {
        const count = alerts.filter(({ severity }) => isOfLevel(severity, level)).length;
        return (
          <Choice key={level} checked={value === level} group={group} onChoose={() => onChange(level)}>
            {level !== 'all' && (
              <chakra.span color={count ? `state.${level}` : 'fg.subtle'}>
                <StateShape state={level} size={10} />
              </chakra.span>
            )}
            {label}
            <chakra.span
              color={count ? 'fg' : 'fg.subtle'}
              fontVariantNumeric="tabular-nums"
              css={count ? undefined : { '@media (max-width: 23rem)': { display: 'none' } }}
            >
              {count}
            </chakra.span>
          </Choice>
        );
      })}
    </chakra.fieldset>
  );
}

function Choice(props: { group: string; checked: boolean; onChoose: () => void; children: React.ReactNode }) {
  const { group, checked, onChoose, children } = props;
  return (
    <chakra.label
      position="relative"
      display="inline-flex"
      alignItems="center"
      justifyContent="center"
      gap={{ base: 1, sm: 1.5 }}
      flex={{ base: 1, sm: 'none' }}
      h="30px"
      px={{ base: 1.5, sm: 2.5 }}
      borderRadius="sm"
      textStyle="sm"
      fontWeight="medium"
      whiteSpace="nowrap"
      cursor="pointer"
      color={checked ? 'fg' : 'fg.muted'}
      bg={checked ? 'bg.panel' : undefined}
      _hover={{ color: 'fg' }}
      css={{
        '@media (pointer: coarse)': { height: '2.75rem' },
        '&:has(:focus-visible)': { outline: '2px solid {colors.brand.focusRing}', outlineOffset: '1px' },
      }}
    >
      <VisuallyHidden asChild>
        <input type="radio" name={group} checked={checked} onChange={onChoose} />
      </VisuallyHidden>
      {children}
    </chakra.label>
  );
}
