import { Button, chakra } from '@chakra-ui/react';
import { Trash2 } from 'lucide-react';
import { useId } from 'react';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import { TemplateIcon } from '../templates/TemplateIcon.tsx';
import type { Template } from './template-form.ts';
import { TemplateSwitch } from './TemplateSwitch.tsx';

/** Side by side on wide screens; on phones the name stands over the rest. */
export const templateColumns = {
  base: 'minmax(0, 1fr) auto',
  lg: 'minmax(0, 6fr) minmax(0, 2fr) 5rem 7rem 7.5rem',
} as const;

const areas = {
  base: '"name name" "type made" "status actions"',
  md: '"name status" "type actions" "made actions"',
  lg: '"name type made status actions"',
};

type Props = { template: Template; onEdit: () => void; onDelete: () => void };

/** One template: what it is, how many use it, whether it is offered. */
export function TemplateRow({ template, onEdit, onDelete }: Props) {
  const { name, type, description, icon, isActive, inUse } = template;
  const nameId = useId();
  return (
    <chakra.div
      role="row"
      display="grid"
      gridTemplateColumns={templateColumns}
      gridTemplateAreas={areas}
      columnGap={4}
      rowGap={1.5}
      alignItems="center"
      px={4}
      py={2.5}
      borderTopWidth="1px"
    >
      <chakra.div role="cell" gridArea="name" display="flex" gap={3} minW={0}>
        <TemplateIcon icon={icon} />
        <chakra.div minW={0}>
          <chakra.p
            id={nameId}
            fontWeight="medium"
            overflowWrap="anywhere"
            color={isActive ? 'fg' : 'fg.muted'}
          >
            {name}
          </chakra.p>
          <chakra.p textStyle="sm" color="fg.muted" overflowWrap="anywhere">
            {description}
          </chakra.p>
        </chakra.div>
      </chakra.div>
      <chakra.div
        role="cell"
        gridArea="type"
        minW={0}
        fontFamily="mono"
        textStyle="sm"
        overflowWrap="anywhere"
      >
        {type}
      </chakra.div>
      <chakra.div
        role="cell"
        gridArea="made"
        textStyle="sm"
        color="fg.muted"
        textAlign={{ base: 'end', md: 'start', lg: 'end' }}
      >
        {inUse}
        <chakra.span display={{ lg: 'none' }}> in use</chakra.span>
      </chakra.div>
      <chakra.div role="cell" gridArea="status" display="flex">
        <TemplateSwitch template={template} nameId={nameId} />
      </chakra.div>
      <chakra.div role="cell" gridArea="actions" display="flex" gap={1.5} justifyContent={{ md: 'flex-end' }}>
        <Button size="sm" variant="outline" aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </Button>
        <Tooltip content="Delete template">
          <Button size="sm" variant="ghost" px={0} aria-label={`Delete template ${name}`} onClick={onDelete}>
            <Trash2 size={16} strokeWidth={1.75} aria-hidden />
          </Button>
        </Tooltip>
      </chakra.div>
    </chakra.div>
  );
}
