import { Button, chakra } from '@chakra-ui/react';
import { Trash2 } from 'lucide-react';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import type { Integration } from './setup-form.ts';
import { TemplateIcon } from './TemplateIcon.tsx';

type Props = {
  name: string;
  description: string;
  icon: string;
  /** Undefined while it is not set up. */
  integration?: Integration;
  /** Absent where there is no form for it any more. */
  onSetUp?: () => void;
  onRemove: () => void;
};

/** One kind of integration: what it is, whether it is set up, and the way to its form. */
export function TemplateCard({ name, description, icon, integration, onSetUp, onRemove }: Props) {
  const looksOnly = useLooksOnly();
  return (
    <chakra.li
      display="flex"
      flexDirection="column"
      gap={3}
      p={4}
      minW={0}
      borderWidth="1px"
      borderRadius="surface"
      bg="bg.panel"
    >
      <chakra.div display="flex" gap={3} minW={0}>
        <TemplateIcon icon={icon} />
        <chakra.div minW={0}>
          <chakra.h3 fontWeight="medium" overflowWrap="anywhere">
            {name}
          </chakra.h3>
          <chakra.p textStyle="sm" color="fg.muted" overflowWrap="anywhere">
            {description}
          </chakra.p>
        </chakra.div>
      </chakra.div>
      <chakra.div display="flex" alignItems="center" gap={1.5} mt="auto" minH={9}>
        <chakra.span me="auto">
          <Standing integration={integration} />
        </chakra.span>
        {!looksOnly && onSetUp && (
          <Button
            size="sm"
            variant="outline"
            aria-label={integration ? `Edit ${name}` : `Setup ${name}`}
            onClick={onSetUp}
          >
            {integration ? 'Edit' : 'Setup'}
          </Button>
        )}
        {!looksOnly && integration && (
          <Tooltip content="Delete integration">
            <Button size="sm" variant="ghost" px={0} aria-label={`Delete ${name}`} onClick={onRemove}>
              <Trash2 size={16} strokeWidth={1.75} aria-hidden />
            </Button>
          </Tooltip>
        )}
      </chakra.div>
    </chakra.li>
  );
}

function Standing({ integration }: { integration?: Integration }) {
  if (!integration) return <StatusDot state="unknown" word="Not set up" />;
  return integration.isActive ? (
    <StatusDot state="ok" word="Active" />
  ) : (
    <StatusDot state="unknown" word="Inactive" />
  );
}
